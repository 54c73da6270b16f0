internal import Recordings
internal import Spaces

// How a drawing stands in a file of results: a line a frame, a line for each stroke that was drawn and for each in truth; metres.

extension DrawingResult {
    /// The lines between the first and the last of the file.
    var lines: [String] {
        var lines = frames.map { frame in
            var members = [("frame", "\(frame.index)"), ("outcome", jsonText(frame.outcome))]
            if let pen = frame.pen { members.append(("pen", placeText(pen))) }
            if let tip = frame.tip { members.append(("tip", placeText(tip))) }
            if let touching = frame.touching { members.append(("touching", touching ? "true" : "false")) }
            return objectText(members)
        }
        for (key, strokes) in [("stroke", strokes), ("true_stroke", trueStrokes)] {
            lines += strokes.map { objectText([(key, "[" + $0.map(placeText).joined(separator: ",") + "]")]) }
        }
        var heights = [("height", numberText(height))]
        if let trueHeight { heights.append(("true_height", numberText(trueHeight))) }
        return lines + [objectText(heights)]
    }

    /// Takes in a line.
    ///
    /// - Returns: whether it is one of a drawing.
    mutating func take(_ object: JSONObject) throws -> Bool {
        if object["outcome"] != nil {
            let touching = try object["touching"].map { _ in try object.flag("touching") }
            frames.append(
                Frame(
                    index: try object.count("frame"), outcome: try object.text("outcome"), pen: try object["pen"].map(place),
                    tip: try object["tip"].map(place), touching: touching))
        } else if object["stroke"] != nil {
            strokes.append(try object.list("stroke").map(place))
        } else if object["true_stroke"] != nil {
            trueStrokes.append(try object.list("true_stroke").map(place))
        } else if object["height"] != nil {
            height = try object.number("height")
            trueHeight = try object["true_height"].map { _ in try object.number("true_height") }
        } else {
            return false
        }
        return true
    }
}

private func placeText(_ place: WorldPoint) -> String { listText([place.x, place.y, place.z]) }

private func place(_ value: JSONValue) throws -> WorldPoint {
    let n = try value.numbers("place", count: 3)
    return WorldPoint(x: n[0], y: n[1], z: n[2])
}
