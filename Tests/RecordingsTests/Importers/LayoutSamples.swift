import Spaces

@testable import Recordings

// What each recorder writes of the same five frames, after what is known of its format; nothing here calls the importers.

private func text(_ values: [Double], _ separator: String) -> String {
    values.map { "\($0)" }.joined(separator: separator)
}

private func sixDigits(_ number: Int) -> String { String(String(1_000_000 + number).dropFirst()) }

/// Stray Scanner; the columns in any order.
func strayScannerFiles(
    _ frames: [TrueFrame] = TrueFrame.five,
    columns: [String] = ["timestamp", "frame", "x", "y", "z", "qx", "qy", "qz", "qw"]
) -> [String: String] {
    var lines = [columns.joined(separator: ", ")]
    for (i, frame) in frames.enumerated() {
        let q = frame.qOpenCV
        let p = frame.position
        let cells: [String: String] = [
            "timestamp": "\(frame.time)", "frame": sixDigits(i), "x": "\(p.x)", "y": "\(p.y)", "z": "\(p.z)", "qx": "\(q.x)",
            "qy": "\(q.y)", "qz": "\(q.z)", "qw": "\(q.w)",
        ]
        lines.append(columns.map { cells[$0] ?? "0" }.joined(separator: ", "))
    }
    let k = frames[frames.count - 1].k
    return [
        "odometry.csv": lines.joined(separator: "\n"), "rgb.mp4": "film",
        "camera_matrix.csv": "\(k.fx), 0.0, \(k.cx)\n0.0, \(k.fy), \(k.cy)\n0.0, 0.0, 1.0",
    ]
}

/// The metadata of Record3D, and its pictures.
func record3DFiles(_ frames: [TrueFrame] = TrueFrame.five, perFrame: Bool = true) -> [String: String] {
    let k = frames[0].k
    let poses = frames.map { frame in
        let (q, p) = (frame.q, frame.position)
        return "[" + text([q.x, q.y, q.z, q.w, p.x, p.y, p.z], ",") + "]"
    }
    let own = frames.map { "[" + text([$0.k.fx, $0.k.fy, $0.k.cx, $0.k.cy], ",") + "]" }
    let columnMajor = "[\(k.fx),0,0,0,\(k.fy),0,\(k.cx),\(k.cy),1]"
    var files = [
        "metadata": #"{"w":1920,"h":1440,"dw":256,"dh":192,"fps":30,"cameraType":1,"initPose":[0,0,0,1,0,0,0],"K":"# + columnMajor
            + #","poses":["# + poses.joined(separator: ",") + "]"
            + (perFrame ? #","perFrameIntrinsicCoeffs":["# + own.joined(separator: ",") + "]" : "")
            + #","frameTimestamps":["# + text(frames.map(\.time), ",") + "]}"
    ]
    for i in frames.indices { files["rgbd/\(i).jpg"] = "picture \(i)" }
    return files
}

/// NeRFCapture's transforms.json: pictures named without their ending, frames in any order.
func transformsFiles(_ frames: [TrueFrame] = TrueFrame.five, order: [Int]? = nil, timestamps: Bool = true) -> [String: String] {
    let items = (order ?? Array(frames.indices)).map { i in
        let frame = frames[i]
        let rows = frame.matrix.map { "[" + text($0, ",") + "]" }.joined(separator: ",")
        return #"{"file_path":"images/\#(i)","transform_matrix":[\#(rows)],"#
            + #""fl_x":\#(frame.k.fx),"fl_y":\#(frame.k.fy),"cx":\#(frame.k.cx),"cy":\#(frame.k.cy),"w":1920,"h":1440"#
            + (timestamps ? #","timestamp":\#(frame.time)}"# : "}")
    }
    var files = [
        "transforms.json": #"{"w":0,"h":0,"fl_x":1.0,"fl_y":1.0,"cx":320,"cy":240,"frames":["# + items.joined(separator: ",")
            + "]}"
    ]
    for i in frames.indices { files["images/\(i).png"] = "picture \(i)" }
    return files
}

/// ARKitScenes: world → camera, axis times angle; names with milliseconds.
func arKitScenesFiles(_ frames: [TrueFrame] = TrueFrame.five) -> [String: String] {
    var files: [String: String] = [:]
    var lines = ""
    for frame in frames {
        // The inverse of the rotation: the conjugate quaternion; of the place: −Rᵀ p, in the axes of OpenCV.
        let q = frame.qOpenCV
        let length = (q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
        let angle = 2 * atan2OfHalf(length, q.w)
        let v = SIMD3(-q.x, -q.y, -q.z) / length * angle
        let (r, p) = (frame.rows, frame.position)
        let back = (0..<3).map { -(r[0][$0] * p.x + r[1][$0] * p.y + r[2][$0] * p.z) }
        lines += text([frame.time, v.x, v.y, v.z, back[0], -back[1], -back[2]], " ") + "\n"
        let stamp = "47333462_" + milliseconds(frame.time)
        files["lowres_wide/\(stamp).png"] = "picture"
        files["lowres_wide_intrinsics/\(stamp).pincam"] = text([1920, 1440, frame.k.fx, frame.k.fy, frame.k.cx, frame.k.cy], " ")
    }
    files["lowres_wide.traj"] = lines
    return files
}

/// TUM RGB-D.
func tumFiles(_ frames: [TrueFrame] = TrueFrame.five) -> [String: String] {
    var poses = "# ground truth trajectory\n# timestamp tx ty tz qx qy qz qw\n"
    var list = "# color images\n# timestamp filename\n"
    var files: [String: String] = [:]
    for (i, frame) in frames.enumerated() {
        let (q, p) = (frame.qOpenCV, frame.position)
        poses += text([frame.time, p.x, p.y, p.z, q.x, q.y, q.z, q.w], " ") + "\n"
        list += "\(frame.time) rgb/\(i).png\n"
        files["rgb/\(i).png"] = "picture"
    }
    files["groundtruth.txt"] = poses
    files["rgb.txt"] = list
    return files
}

/// ARKit-Data-Logger: nanoseconds, three rows of four.
func dataLoggerFiles(_ frames: [TrueFrame] = TrueFrame.five) -> [String: String] {
    let lines = frames.map { frame in
        "\(Int64((frame.time * 1e9).rounded())) " + frame.matrix.prefix(3).map { text($0, " ") }.joined(separator: " ") + " "
    }
    return ["ARKit_camera_pose.txt": "# Created at 2019-07-22 22:59:19 \n" + lines.joined(separator: "\n") + "\n"]
}

/// ios_logger: the quaternion begins with w.
func iosLoggerFiles(_ frames: [TrueFrame] = TrueFrame.five) -> [String: String] {
    var poses = ""
    var list = ""
    for (i, frame) in frames.enumerated() {
        let (q, p) = (frame.q, frame.position)
        poses += text([frame.time, p.x, p.y, p.z, q.w, q.x, q.y, q.z], ",") + "\n"
        list += "\(frame.time),\(i)," + text([frame.k.fx, frame.k.fy, frame.k.cx, frame.k.cy], ",") + "\n"
    }
    return ["ARposes.txt": poses, "Frames.txt": list, "Frames.m4v": "film"]
}

/// 3D Scanner App: matrices as one list, row by row.
func scannerAppFiles(_ frames: [TrueFrame] = TrueFrame.five, pictures: Bool = true) -> [String: String] {
    var files: [String: String] = [:]
    for (i, frame) in frames.enumerated() {
        let k = frame.k
        let stem = "frame_" + sixDigits(i).dropFirst()
        let projection: [Double] = [2 * k.fx / 1920, 0, 0, 0, 0, 2 * k.fy / 1440, 0, 0, 0, 0, -1, -0.001, 0, 0, -1, 0]
        files[stem + ".json"] =
            #"{"cameraPoseARFrame":["# + text(frame.matrix.flatMap(\.self), ",")
            + #"],"time":\#(frame.time),"frame_index":\#(i),"#
            + #""latitude":29.9,"projectionMatrix":["# + text(projection, ",") + #"],"intrinsics":["#
            + text([k.fx, 0, k.cx, 0, k.fy, k.cy, 0, 0, 1], ",") + "]}"
        if pictures { files[stem + ".jpg"] = "picture" }
    }
    return files
}

/// ARKitRecorder: an object a frame under the name of its picture.
func recorderFiles(_ frames: [TrueFrame] = TrueFrame.five) -> [String: String] {
    var files: [String: String] = [:]
    var items: [String] = []
    for frame in frames {
        let name = "\(frame.time).jpg"
        let k = frame.k
        let rows = frame.matrix.map { "[" + text($0, ",") + "]" }.joined(separator: ",")
        items.append(
            #""\#(name)":{"imageName":"\#(name)","timeStamp":"\#(frame.time)","cameraTransform":[\#(rows)],"#
                + #""cameraIntrinsics":[[\#(k.fx),0,\#(k.cx)],[0,\#(k.fy),\#(k.cy)],[0,0,1]],"lightEstimate":900.5,"#
                + #""imageResolution":{"height":1440,"width":1920},"ARPointCloud":{"count":1,"points":[[0,0,0]]}}"#)
        files[name] = "picture"
    }
    // A dictionary has no order.
    files["12-52-25.json"] = "{" + items.reversed().joined(separator: ",") + "}"
    return files
}

/// 7-Scenes.
func sevenScenesFiles(_ frames: [TrueFrame] = TrueFrame.five) -> [String: String] {
    var files: [String: String] = [:]
    for (i, frame) in frames.enumerated() {
        let stem = "frame-" + sixDigits(i)
        // y down and z forward: the second and third column the other way.
        let rows = frame.matrix.map { [$0[0], -$0[1], -$0[2], $0[3]] }
        files[stem + ".pose.txt"] = rows.map { text($0, "\t") }.joined(separator: "\n") + "\n"
        files[stem + ".color.png"] = "picture"
    }
    let k = frames[0].k
    files["camera-intrinsics.txt"] = "\(k.fx) 0 \(k.cx)\n0 \(k.fy) \(k.cy)\n0 0 1\n"
    return files
}
