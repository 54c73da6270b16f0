import Spaces

// Lines of `anchors.jsonl` and `events.jsonl` as text.

extension AnchorEvent {
    /// The line of `anchors.jsonl`, with its end.
    package var text: String { line }

    var line: String {
        switch change {
        case .add(let anchor): return anchor.line(time: time, event: "add")
        case .update(let anchor): return anchor.line(time: time, event: "update")
        case .remove(let heir):
            var members = [("time", numberText(time)), ("event", quoted("remove")), ("id", quoted(id))]
            if let heir { members.append(("merged_into", quoted(heir))) }
            return objectText(members) + "\n"
        }
    }
}

extension AnchorRecord {
    fileprivate func line(time: Double, event: String) -> String {
        var members = [("time", numberText(time)), ("event", quoted(event)), ("id", quoted(id))]
        switch self {
        case .plane(let plane):
            members += [
                ("type", quoted("plane")), ("alignment", quoted(plane.alignment.rawValue)),
                ("world_from_anchor", jsonText(plane.worldFromAnchor)),
                ("center", jsonText([plane.center.x, plane.center.y, plane.center.z])),
                ("extent", jsonText([plane.extentX, plane.extentZ])),
                // Null takes an earlier outline away; a missing key would keep it.
                ("boundary", plane.boundary.map { jsonText($0.map { [$0.x, $0.y] }) } ?? "null"),
            ]
        case .image(let image):
            members += [
                ("type", quoted("image")), ("name", quoted(image.name)),
                ("world_from_anchor", jsonText(image.worldFromAnchor)), ("tracked", image.isTracked ? "true" : "false"),
            ]
            if let size = image.physicalSize { members.append(("size", jsonText([size.x, size.y]))) }
        case .other(let other):
            if let json = other.json { return json + "\n" }
            members += [("type", quoted(other.type)), ("world_from_anchor", jsonText(other.worldFromAnchor))]
        }
        return objectText(members) + "\n"
    }
}

extension UserEvent {
    var line: String {
        let value: (String, String) =
            switch kind {
            case .tap(let place): ("view", jsonText([place.x, place.y]))
            case .draw(let on), .extrude(let on), .interruption(let on): ("on", on ? "true" : "false")
            }
        return objectText([("time", numberText(time)), ("event", quoted(kind.name)), value]) + "\n"
    }
}
