internal import AirDrawing
internal import ObjectTracking
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

/// One frame of a drawing as the page gets it, in JSON.
///
/// The keys are short, because there is one for each of thousands of frames; the article on the studio lists them.
struct FrameReport {
    private var members: [(String, String)] = []

    /// Tells what the drawer found.
    ///
    /// - Parameters:
    ///   - number: of the frame in the recording's table, from 0; frames of a recording that was cut have other indices.
    ///   - frame: of the drawer.
    ///   - viewport: picture and view.
    ///   - tip: where the finger's tip truly touches; nil where that is not known, or it does not touch.
    init(_ number: Int, _ frame: DrawnFrame, viewport: Viewport, tip: WorldPoint?) {
        add("i", "\(number)")
        add("o", quoted(frame.outcome.rawValue))
        if let state = frame.state { add("s", quoted(state.rawValue)) }
        if let confidence = frame.confidence { add("c", [confidence], places: 3, isList: false) }
        if let box = frame.box {
            let view = viewport.viewFromPixel(box)
            add("b", [view.origin.x, view.origin.y, view.width, view.height], places: 2)
        }
        if let pen = frame.pen { add("p", [pen.x, pen.y], places: 2) }
        if let world = frame.world {
            add("w", [world.x, world.y, world.z], places: 6)
            if let tip { add("e", [world.distance(to: tip) * 1000], places: 3, isList: false) }
        }
    }

    /// Adds the focus square.
    mutating func add(_ square: FocusSquare) {
        guard var place = square.worldFromSquare.map({ CameraMatrices.columns(of: $0) }) else { return }
        let side = FocusSquare.side * square.scale
        for i in 0..<12 where i % 4 < 3 { place[i] *= side }
        let on =
            switch square.state {
            case .billboard: "nothing"
            case .open: "estimated"
            case .closed: "plane"
            }
        add("q", "{\"m\":\(Self.list(place, places: 5)),\"on\":\(quoted(on))}")
    }

    /// Adds points that were placed, each with the number of its stroke from 1.
    ///
    /// - Parameter isAll: whether these are all there are, in place of those told before, which moved or went.
    mutating func add(_ points: [(stroke: Int, point: DrawnPoint)], isAll: Bool) {
        guard isAll || !points.isEmpty else { return }
        let texts = points.map { stroke, point in
            let p = point.position
            return
                "[\(stroke),\([p.x, p.y, p.z].map { Self.number($0, places: 6) }.joined(separator: ",")),\(quoted(point.plane))]"
        }
        add("n", "[" + texts.joined(separator: ",") + "]")
        if isAll { add("r", "true") }
    }

    /// Adds the height of the drawing, metres.
    mutating func add(height: Double) { add("h", [height], places: 6, isList: false) }

    /// Adds what became of the frame in words.
    mutating func add(words: String) { add("words", quoted(words)) }

    /// The text.
    var text: String { objectText(members) }

    private mutating func add(_ key: String, _ text: String) { members.append((key, text)) }

    /// Numbers that are not finite have no JSON, and are left out.
    private mutating func add(_ key: String, _ numbers: [Double], places: Int, isList: Bool = true) {
        guard numbers.allSatisfy(\.isFinite) else { return }
        add(key, isList ? Self.list(numbers, places: places) : Self.number(numbers[0], places: places))
    }

    static func list(_ numbers: [Double], places: Int) -> String {
        "[" + numbers.map { number($0, places: places) }.joined(separator: ",") + "]"
    }

    /// A number to so many places: what is shown needs no more, and streams get short.
    static func number(_ value: Double, places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        return rounded == 0 ? "0" : numberText(rounded)
    }
}

extension PlaneAnchor {
    /// The plane as the page gets it, in JSON; nil where it has no outline that can be drawn.
    var report: String? {
        let outline = self.outline
        let columns = CameraMatrices.columns(of: worldFromAnchor)
        guard !outline.isEmpty, outline.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), columns.allSatisfy(\.isFinite) else {
            return nil
        }
        let corners = outline.map { FrameReport.list([$0.x, $0.y], places: 5) }.joined(separator: ",")
        return objectText([
            ("id", quoted(identifier)), ("vertical", alignment == .vertical ? "true" : "false"),
            ("m", FrameReport.list(columns, places: 7)), ("outline", "[\(corners)]"),
        ])
    }
}
