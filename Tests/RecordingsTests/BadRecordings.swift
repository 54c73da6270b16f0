import Testing

/// A change of the valid recording and what a reader must say about it.
struct BadRecording: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let file: String
    let old: String
    let new: String
    let message: String

    init(_ description: String, _ file: String, _ old: String, _ new: String, _ message: String) {
        testDescription = description
        self.file = file
        self.old = old
        self.new = new
        self.message = message
    }
}

private let frames = "frames.jsonl"
private let header = "recording.json"
private let anchors = "anchors.jsonl"
private let events = "events.jsonl"
private let where1 = "give it in the line, or in frame_defaults of recording.json"

let badRecordings: [BadRecording] = badHeaders + badFrames + badAnchors + badEvents

private let badHeaders: [BadRecording] = [
    .init(
        "other format", header, "airdraw-recording", "r3d",
        #"r/recording.json: key format: expected "airdraw-recording", found "r3d""#),
    .init("no format", header, #""format": "airdraw-recording", "#, "", "r/recording.json: key format: is missing"),
    .init(
        "future version", header, #""version": 1"#, #""version": 2"#,
        "r/recording.json: key version: this recording has version 2, and versions 1 are read; a newer airdraw may read it"),
    .init(
        "half a version", header, #""version": 1"#, #""version": 1.5"#,
        "r/recording.json: key version: expected a whole number of at least 0, found 1.5"),
    .init(
        "no name", header, #""name": "small""#, #""name": """#,
        "r/recording.json: key name: expected a text, found an empty one"),
    .init(
        "huge picture", header, "[1280, 720]", "[20000, 20000]",
        "r/recording.json: key image_size[0]: expected a whole number of pixels from 1 to 16384, found 20000"),
    .init(
        "size of one number", header, "[1280, 720]", "[1280]",
        "r/recording.json: key image_size: expected [width, height], found a list of 1"),
    .init(
        "size of words", header, "[375, 812]", #"[375, "tall"]"#,
        #"r/recording.json: key viewport_size[1]: expected points from 1 to 100000, found "tall""#),
    .init(
        "unknown orientation", header, #""portrait""#, #""upright""#,
        "r/recording.json: key orientation: expected portrait, portrait_upside_down, landscape_right or landscape_left, "
            + #"found "upright""#),
    .init(
        "film above the folder", header, "video.mp4", "../video.mp4",
        #"r/recording.json: key pictures: expected a path inside the recording's folder, found "../video.mp4""#),
    .init(
        "absolute film", header, "video.mp4", "/etc/passwd",
        #"r/recording.json: key pictures: expected a path inside the recording's folder, found the absolute path "/etc/passwd""#),
    .init(
        "missing film", header, "video.mp4", "film.mp4",
        #"r/recording.json: key pictures: cannot read "film.mp4": it does not exist"#),
    .init(
        "distortion as list", header, #""version": 1"#, #""version": 1, "distortion": [0.1]"#,
        "r/recording.json: key distortion: expected an object, found a list of 1"),
    .init(
        "wrong default", header, #""version": 1"#, #""version": 1, "frame_defaults": {"fx": 0}"#,
        "r/recording.json: key frame_defaults.fx: expected a number greater than 0, found 0"),
    .init(
        "NaN in a nested key", header, #""version": 1"#, #""version": 1, "distortion": {"k1": NaN}"#,
        "r/recording.json: key distortion.k1: expected a number, found NaN, which JSON does not have"),
    .init(
        "trailing comma", header, #""pictures": "video.mp4""#, #""pictures": "video.mp4","#,
        "r/recording.json: not JSON: expected a key in double quotes, found '}' (at byte 179)"),
]

private let badFrames: [BadRecording] = [
    .init(
        "focal length twice", frames, #""index":1,"time":0.1,"#, #""fx":-3,"index":1,"time":0.1,"#,
        "r/frames.jsonl:2: key fx: is given twice"),
    .init(
        "negative focal length", frames, #""fx":1000,"#, #""fx":-3,"#,
        "r/frames.jsonl:1: key fx: expected a number greater than 0, found -3"),
    .init("no focal length", frames, #""fx":1000,"#, "", "r/frames.jsonl:1: key fx: is missing; \(where1)"),
    .init(
        "NaN", frames, #""cx":639.5"#, #""cx":NaN"#,
        "r/frames.jsonl:1: key cx: expected a number, found NaN, which JSON does not have"),
    .init(
        "Infinity", frames, #""cx":639.5"#, #""cx":-Infinity"#,
        "r/frames.jsonl:1: key cx: expected a number, found -Infinity, which JSON does not have"),
    .init("huge number", frames, #""cx":639.5"#, #""cx":1e999"#, "r/frames.jsonl:1: key cx: the number 1e999 is too large"),
    .init(
        "large number", frames, #""cx":639.5"#, #""cx":1e30"#,
        "r/frames.jsonl:1: key cx: expected a number between -1000000 and 1000000, found 1e+30"),
    .init(
        "number as text", frames, #""fy":1000.5"#, #""fy":"1000.5""#,
        #"r/frames.jsonl:1: key fy: expected a number greater than 0, found "1000.5""#),
    .init(
        "time as flag", frames, #""time":0.1"#, #""time":true"#,
        "r/frames.jsonl:2: key time: expected seconds from 0 to 1000000000000, found true"),
    .init(
        "time that stands", frames, #""time":0.1"#, #""time":0"#,
        "r/frames.jsonl:2: key time: expected more than 0, that of the frame before, found 0"),
    .init(
        "time before zero", frames, #""time":0.0"#, #""time":-1"#,
        "r/frames.jsonl:1: key time: expected seconds from 0 to 1000000000000, found -1"),
    .init(
        "gap in the index", frames, #""index":1"#, #""index":5"#,
        "r/frames.jsonl:2: key index: expected 1, found 5; frames count 0, 1, 2 … without gaps"),
    .init(
        "first index 1", frames, #""index":0"#, #""index":1"#,
        "r/frames.jsonl:1: key index: expected 0, found 1; frames count 0, 1, 2 … without gaps"),
    .init(
        "film going back", frames, #""video_frame":1"#, #""video_frame":0"#,
        "r/frames.jsonl:2: key video_frame: expected more than 0, that of the frame before, found 0"),
    .init(
        "no number in the film", frames, #""video_frame":1,"#, "",
        "r/frames.jsonl:2: key video_frame: is missing; the pictures are a film (recording.json)"),
    .init(
        "scaled pose", frames, "[[1,0,0,0.1]", "[[1.1,0,0,0.1]",
        "r/frames.jsonl:1: key world_from_camera: the matrix is not rigid: its columns must have length 1 and be at right "
            + "angles, right-handed; a matrix may be given column by column: then transpose it; a scale must be taken out"),
    .init(
        "transposed pose", frames, Fixture.pose, "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0.1,0.5,0.2,1]]",
        "r/frames.jsonl:1: key world_from_camera[3]: expected the last row 0, 0, 0, 1, found 0.1, 0.5, 0.2, 1"),
    .init(
        "pose of 16 numbers", frames, Fixture.pose, "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]",
        "r/frames.jsonl:1: key world_from_camera: expected four rows of four numbers, found a list of 16"),
    .init(
        "pose with null", frames, "[0,1,0,0.5]", "[0,1,0,null]",
        "r/frames.jsonl:1: key world_from_camera[1][3]: expected a number between -1000000 and 1000000, found null"),
    .init(
        "unknown tracking", frames, #""limited""#, #""bad""#,
        #"r/frames.jsonl:1: key tracking: expected normal, limited or not_available, found "bad""#),
    .init(
        "no reason", frames, #","tracking_reason":"initializing""#, "",
        "r/frames.jsonl:1: key tracking_reason: is missing; tracking is limited"),
    .init(
        "light below zero", frames, "950.5", "-1",
        "r/frames.jsonl:3: key light.ambient_intensity: expected a number of at least 0, found -1"),
    .init("list as line", frames, Fixture.frame(1), "[1]\n", "r/frames.jsonl:2: expected a JSON object, found a list of 1"),
    .init(
        "line cut in the middle", frames, Fixture.frame(1), "{\"index\":1,\"ti\n",
        "r/frames.jsonl:2: not JSON: the text ends inside a quoted text (at byte 15 of the line)"),
    .init(
        "two objects in a line", frames, Fixture.frame(1), "{} {}\n",
        "r/frames.jsonl:2: not JSON: unexpected '{' after the end of the value (at byte 4 of the line)"),
    .init(
        "deep nesting", frames, Fixture.frame(1), String(repeating: "[", count: 5000) + "\n",
        "r/frames.jsonl:2: not JSON: nested deeper than 32 levels (at byte 33 of the line)"),
    .init(
        "long line", frames, Fixture.frame(1), String(repeating: " ", count: 1_100_000) + "\n",
        "r/frames.jsonl:2: a line longer than 1048576 bytes"),
    .init("no frames", frames, Fixture.valid["frames.jsonl"] ?? "", "\n\n", "r/frames.jsonl: there is no frame in it"),
]

private let badAnchors: [BadRecording] = [
    .init(
        "added twice", anchors, #""id":"b","type""#, #""id":"a","type""#,
        #"r/anchors.jsonl:2: key id: the anchor "a" is added while it lives; use update, or remove it first"#),
    .init(
        "update of nothing", anchors, #""event":"update","id":"a""#, #""event":"update","id":"x""#,
        #"r/anchors.jsonl:3: key id: no anchor "x" lives at this time; an anchor begins with the event add"#),
    .init(
        "removal of nothing", anchors, #""event":"remove","id":"b""#, #""event":"remove","id":"x""#,
        #"r/anchors.jsonl:4: key id: no anchor "x" lives at this time; an anchor begins with the event add"#),
    .init(
        "merged into nothing", anchors, #""merged_into":"a""#, #""merged_into":"x""#,
        #"r/anchors.jsonl:4: key merged_into: no anchor "x" lives at this time; an anchor begins with the event add"#),
    .init(
        "merged into itself", anchors, #""merged_into":"a""#, #""merged_into":"b""#,
        "r/anchors.jsonl:4: key merged_into: an anchor cannot be merged into itself"),
    .init(
        "time going back", anchors, #""time":0.2"#, #""time":0.05"#,
        "r/anchors.jsonl:4: key time: expected at least 0.1, the time of the line before, found 0.05"),
    .init(
        "unknown event", anchors, #""event":"update""#, #""event":"grow""#,
        #"r/anchors.jsonl:3: key event: expected add, update or remove, found "grow""#),
    .init("no type", anchors, #""type":"plane","#, "", "r/anchors.jsonl:1: key type: is missing"),
    .init(
        "negative extent", anchors, "[0.6,0.4]", "[-0.6,0.4]",
        "r/anchors.jsonl:1: key extent[0]: expected metres from 0 to 100000, found -0.6"),
    .init(
        "centre off the plane", anchors, "[0,0,0.1]", "[0,1,0.1]",
        "r/anchors.jsonl:1: key center[1]: expected 0, because the centre lies in the plane, found 1"),
    .init(
        "outline of two points", anchors, "[[0,0],[1,0],[1,1]]", "[[0,0],[1,0]]",
        "r/anchors.jsonl:3: key boundary: expected a polygon of three points or more, found 2"),
    .init(
        "outline of numbers", anchors, "[[0,0],[1,0],[1,1]]", "[0,0,1]",
        "r/anchors.jsonl:3: key boundary[0]: expected [x, z], found 0"),
]

private let badEvents: [BadRecording] = [
    .init(
        "tap outside the view", events, "[100,200.5]", "[400,200.5]",
        "r/events.jsonl:1: key view: expected a place in the view of 375 × 812 points, found [400,200.5]"),
    .init("no place", events, #","view":[100,200.5]"#, "", "r/events.jsonl:1: key view: is missing"),
    .init("on as number", events, "true", "1", "r/events.jsonl:2: key on: expected true or false, found 1"),
    .init(
        "unknown event", events, #""draw""#, #""paint""#,
        #"r/events.jsonl:2: key event: expected tap, draw, extrude or interruption, found "paint""#),
    .init(
        "time going back", events, #""time":0.2"#, #""time":0.05"#,
        "r/events.jsonl:3: key time: expected at least 0.1, the time of the line before, found 0.05"),
]
