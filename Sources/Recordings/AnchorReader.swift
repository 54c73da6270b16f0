import Spaces

/// Reads `anchors.jsonl` line by line; what an update leaves out is filled in from before.
///
/// Memory grows with the anchors that live at a time, not with the length. After a failure ``next()`` goes on with the next line.
public final class AnchorReader {
    private var lines: LineStream?
    private var living: [String: AnchorRecord] = [:]
    private var lastTime = 0.0

    init(_ source: TextSource?) { lines = source.map { LineStream($0) } }

    /// What was noticed so far and did not stop the reading.
    public var warnings: [RecordingWarning] { lines?.warnings ?? [] }

    /// Where the line that was read last is.
    var place: Place { lines?.place ?? Place("") }

    /// The next event; nil at the end, and at once when the recording has no anchors.
    ///
    /// - Throws: ``RecordingFailure`` with file, line and key.
    public func next() throws(RecordingFailure) -> AnchorEvent? {
        guard let (fields, text) = try lines?.next() else { return nil }
        let time = try fields.orderedTime(after: &lastTime)
        let id = try fields.required("id", try fields.text("id"))
        let word = try fields.required("event", try fields.word("event", EventWord.self))
        switch word {
        case .add:
            guard living[id] == nil else {
                throw fields.failure(
                    "id", "the anchor \"\(shortened(id))\" is added while it lives", cure: "use update, or remove it first")
            }
            let type = try fields.required("type", try fields.text("type"))
            let anchor: AnchorRecord =
                if type == "plane" {
                    .plane(try PlaneAnchorRecord(fields, id: id, before: nil))
                } else if type == "image", fields.object["name"] != nil {
                    .image(try ImageAnchorRecord(fields, id: id, before: nil))
                } else {
                    // An image without a name is one that another program wrote.
                    .other(try OtherAnchorRecord(fields, id: id, type: type, text: text))
                }
            living[id] = anchor
            return .init(time: time, id: id, change: .add(anchor))
        case .update:
            let anchor: AnchorRecord =
                switch try alive(id, "id", fields) {
                case .plane(let before): .plane(try PlaneAnchorRecord(fields, id: id, before: before))
                case .image(let before): .image(try ImageAnchorRecord(fields, id: id, before: before))
                case .other(let before): .other(try OtherAnchorRecord(fields, id: id, type: before.type, text: text))
                }
            living[id] = anchor
            return .init(time: time, id: id, change: .update(anchor))
        case .remove:
            _ = try alive(id, "id", fields)
            let heir = try fields.text("merged_into")
            if let heir {
                if heir == id { throw fields.failure("merged_into", "an anchor cannot be merged into itself") }
                _ = try alive(heir, "merged_into", fields)
            }
            living[id] = nil
            return .init(time: time, id: id, change: .remove(mergedInto: heir))
        }
    }

    private enum EventWord: String, CaseIterable { case add, update, remove }

    private func alive(_ id: String, _ key: String, _ fields: Fields) throws(RecordingFailure) -> AnchorRecord {
        guard let anchor = living[id] else {
            throw fields.failure(
                key, "no anchor \"\(shortened(id))\" lives at this time", cure: "an anchor begins with the event add")
        }
        return anchor
    }
}

extension Fields {
    /// Reads `time`, which must not fall from line to line.
    func orderedTime(after last: inout Double) throws(RecordingFailure) -> Double {
        let time = try required("time", try number("time", in: .seconds))
        guard time >= last else {
            throw failure(
                "time", "expected at least \(numberText(last)), the time of the line before, found \(numberText(time))")
        }
        last = time
        return time
    }
}

extension PlaneAnchorRecord {
    init(_ fields: Fields, id: String, before: PlaneAnchorRecord?) throws(RecordingFailure) {
        let metres = NumberRange(words: "metres from 0 to 100000") { $0 >= 0 && $0 <= 1e5 }
        let extent = try fields.numbers("extent", ["x", "z"], in: metres)
        let center = try fields.numbers("center", ["x", "y", "z"], in: .metres)
        if let center, abs(center[1]) > 1e-6 {
            throw fields.wrong("center[1]", expected: "0, because the centre lies in the plane", found: numberText(center[1]))
        }
        let boundary = try fields.table("boundary", ["x", "z"], in: .metres)
        if let boundary, boundary.count < 3 {
            throw fields.wrong("boundary", expected: "a polygon of three points or more", found: "\(boundary.count)")
        }
        // An update that says null takes the outline away; one that says nothing keeps it.
        let kept = fields.object["boundary"] == nil ? before?.boundary : nil
        let size = try fields.required("extent", extent ?? before.map { [$0.extentX, $0.extentZ] })
        self.init(
            id: id,
            alignment: try fields.required("alignment", try fields.word("alignment", Alignment.self) ?? before?.alignment),
            worldFromAnchor: try fields.required("world_from_anchor", try fields.pose("world_from_anchor")),
            center: try fields.required("center", center.map { .init(x: $0[0], y: 0, z: $0[2]) } ?? before?.center),
            extentX: size[0], extentZ: size[1],
            boundary: boundary.map { $0.map { .init($0[0], $0[1]) } } ?? kept)
    }
}

extension ImageAnchorRecord {
    init(_ fields: Fields, id: String, before: ImageAnchorRecord?) throws(RecordingFailure) {
        let metres = NumberRange(words: "metres above 0, at most 100000") { $0 > 0 && $0 <= 1e5 }
        let size = try fields.numbers("size", ["width", "height"], in: metres)
        self.init(
            id: id, name: try fields.required("name", try fields.text("name") ?? before?.name),
            worldFromAnchor: try fields.required("world_from_anchor", try fields.pose("world_from_anchor")),
            physicalSize: size.map { [$0[0], $0[1]] } ?? before?.physicalSize,
            isTracked: try fields.flag("tracked") ?? before?.isTracked ?? true)
    }
}

extension OtherAnchorRecord {
    init(_ fields: Fields, id: String, type: String, text: [UInt8]) throws(RecordingFailure) {
        self.init(
            id: id, type: type,
            worldFromAnchor: try fields.required("world_from_anchor", try fields.pose("world_from_anchor")),
            json: String(decoding: text, as: UTF8.self))
    }
}
