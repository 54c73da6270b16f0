internal import Glibc
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// A plane with what happened to it.
struct PlaneStory {
    /// As it was last.
    var anchor: PlaneAnchor
    /// How well it was known last; nil when nobody said.
    var fit: PlaneFit?
    /// Seconds.
    let firstSeen: Double
    /// Seconds.
    var lastChanged: Double
    /// When it went; seconds.
    var removed: Double?
    /// Which plane took it over.
    var mergedInto: String?

    /// The middle of the rectangle in the world, metres.
    var middle: WorldPoint { anchor.worldFromAnchor(anchor.center) }

    /// Degrees between the anchor's normal and that of the points.
    var tilt: Double? {
        fit.map { fit in
            let n = anchor.normal.components
            let c = min(1, abs((n * fit.normal).sum()))
            return acos(c) * 180 / .pi
        }
    }

    /// Area of the outline, square metres; of the rectangle where there is none.
    var area: Double {
        guard let outline = anchor.boundary, outline.count > 2 else { return anchor.extentX * anchor.extentZ }
        var sum = 0.0
        for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) { sum += a.x * b.y - a.y * b.x }
        return abs(sum) / 2
    }
}

/// What happened to all planes of a scan.
struct PlaneHistory {
    /// In the order in which they came.
    private(set) var stories: [PlaneStory] = []

    /// Takes a change in.
    mutating func apply(_ change: Scene.Change, time: Double, fits: PlaneDetector?) {
        switch change {
        case .added(let anchor):
            let fit = fits?.fit(of: anchor.identifier)
            stories.append(PlaneStory(anchor: anchor, fit: fit, firstSeen: time, lastChanged: time))
        case .updated(let anchor):
            guard let i = stories.lastIndex(where: { $0.anchor.identifier == anchor.identifier }) else { return }
            stories[i].anchor = anchor
            stories[i].fit = fits?.fit(of: anchor.identifier)
            stories[i].lastChanged = time
        case .removed(let identifier, let heir):
            guard let i = stories.lastIndex(where: { $0.anchor.identifier == identifier }) else { return }
            stories[i].removed = time
            stories[i].mergedInto = heir
        }
    }

    /// The lines of a table: a heading, and a plane each.
    var lines: [String] {
        let heading = [
            "plane", "alignment", "height", "extent", "area", "normal", "tilt", "points", "first_seen", "merged_into",
        ]
        let rows = stories.map { story in
            let n = story.anchor.normal
            return [
                story.anchor.identifier, story.anchor.alignment.rawValue, fixed(story.middle.y, places: 4),
                fixed(story.anchor.extentX, places: 3) + "x" + fixed(story.anchor.extentZ, places: 3),
                fixed(story.area, places: 3), [n.x, n.y, n.z].map { fixed($0, places: 3) }.joined(separator: ","),
                story.tilt.map { fixed($0, places: 2) } ?? "-", story.fit.map { "\($0.points)" } ?? "-",
                fixed(story.firstSeen, places: 3), story.mergedInto ?? (story.removed == nil ? "-" : "(gone)"),
            ]
        }
        let cells = [heading] + rows
        let widths = heading.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            var line = padded.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    /// The planes as JSON, with the keys of `anchors.jsonl`.
    ///
    /// - Parameter source: the recording's name.
    func json(source: String) -> String {
        let planes = stories.map { story in
            var members = [
                ("id", Recordings.quoted(story.anchor.identifier)),
                ("alignment", Recordings.quoted(story.anchor.alignment.rawValue)),
                ("world_from_anchor", jsonText(story.anchor.worldFromAnchor.rows)),
                ("center", jsonText([story.anchor.center.x, 0, story.anchor.center.z])),
                ("extent", jsonText([story.anchor.extentX, story.anchor.extentZ])),
                ("boundary", story.anchor.boundary.map { jsonText($0.map { [$0.x, $0.y] }) } ?? "null"),
                ("height", numberText(story.middle.y)), ("area", numberText(story.area)),
                ("first_seen", numberText(story.firstSeen)), ("last_changed", numberText(story.lastChanged)),
            ]
            if let fit = story.fit {
                let normal = jsonText([fit.normal.x, fit.normal.y, fit.normal.z])
                members.append(
                    (
                        "fit",
                        objectText([
                            ("points", "\(fit.points)"), ("standard_error", numberText(fit.standardError)),
                            ("residual", numberText(fit.residual)), ("normal", normal),
                        ])
                    ))
            }
            if let removed = story.removed { members.append(("removed", numberText(removed))) }
            if let heir = story.mergedInto { members.append(("merged_into", Recordings.quoted(heir))) }
            return objectText(members)
        }
        return objectText([
            ("format", Recordings.quoted("airdraw-planes")), ("version", "1"), ("recording", Recordings.quoted(source)),
            ("planes", "[" + planes.joined(separator: ",\n") + "]"),
        ]) + "\n"
    }
}
