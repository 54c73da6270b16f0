internal import AirDrawing
internal import Imaging
internal import Meshes
internal import Spaces

/// Paints what lies on the view and not in the room: labels, marks, words.
struct MarkPainter {
    private let sheet: Canvas
    private let canvas: ViewCanvas
    private let unit: Double

    init(_ sheet: Canvas, on canvas: ViewCanvas, unit: Double) {
        self.sheet = sheet
        self.canvas = canvas
        self.unit = unit
    }

    /// Paints everything in its order.
    func paint(_ scene: RenderedScene, camera: Camera) throws {
        for label in scene.labels {
            guard label.opacity > 0, let pixel = camera.project(label.position) else { continue }
            try paint(label, at: canvas(pixel))
        }
        for mark in scene.marks { try paint(mark) }
        if let status = scene.status { try paint(status) }
        if !scene.notes.isEmpty {
            try panel(
                scene.notes, at: .init(x: 8 * unit, y: 8 * unit), height: 11 * unit, colour: .white,
                opacity: 1)
        }
    }

    private func thickness(_ units: SceneUnit) -> Int { max(1, Int((units * unit).rounded())) }

    private func paint(_ mark: ViewMark) throws {
        switch mark {
        case .box(let rect, let colour, let words):
            let box = canvas(rect)
            try sheet.rectangle(box, color: Color(colour), thickness: thickness(2))
            if let words {
                let height = 11 * unit
                try panel(
                    [words], at: .init(x: box.minX - 1, y: box.minY - height - 12 * unit), height: height,
                    colour: Color(colour), opacity: 1)
            }
        case .cross(let place, let colour):
            let p = canvas(place)
            let arm = 8 * unit
            for (color, width) in [(Color.black, thickness(3)), (Color(colour), thickness(1))] {
                try sheet.line(
                    from: .init(x: p.x - arm, y: p.y), to: .init(x: p.x + arm, y: p.y), color: color,
                    thickness: width)
                try sheet.line(
                    from: .init(x: p.x, y: p.y - arm), to: .init(x: p.x, y: p.y + arm), color: color,
                    thickness: width)
            }
        case .ring(let place, let radius, let colour):
            try sheet.circle(
                center: canvas(place), radius: radius * unit, color: Color(colour), thickness: thickness(2))
        }
    }

    private func paint(_ label: SceneLabel, at place: PixelPoint) throws {
        let height = label.height * unit
        let size = panelSize(label.lines, height: height)
        try panel(
            label.lines, at: .init(x: place.x - size.x / 2, y: place.y - size.y - 6 * unit),
            height: height,
            colour: Color(label.colour), opacity: label.opacity)
    }

    private func paint(_ status: StatusBar) throws {
        let bar = (28 * unit).rounded()
        let width = Double(canvas.width)
        let bottom = Double(canvas.height)
        let height = 12 * unit
        let baseline = bottom - (bar - height) / 2 - 1
        try sheet.fillRect(
            .init(cornerX: 0, cornerY: bottom - bar, width: width, height: bar), color: .black,
            opacity: 0.6)
        try sheet.text(status.left, at: .init(x: 10 * unit, y: baseline), height: height, color: .white)
        let place = max(10 * unit, width - Canvas.width(of: status.right, height: height) - 10 * unit)
        try sheet.text(
            status.right, at: .init(x: place, y: baseline), height: height, color: Color(status.colour))
    }

    // MARK: - Words on a dark ground, so that they can be read on any table

    private func panelSize(_ lines: [String], height: Double) -> SIMD2<Double> {
        let width = lines.map { Canvas.width(of: $0, height: height) }.max() ?? 0
        return .init(width + height, Double(lines.count) * height * 1.7 + height * 0.5)
    }

    private func panel(
        _ lines: [String], at corner: PixelPoint, height: Double, colour: Color, opacity: Double
    ) throws {
        let size = panelSize(lines, height: height)
        try sheet.fillRect(
            .init(x: corner.x, y: corner.y, width: size.x, height: size.y), color: .black,
            opacity: 0.6 * min(max(opacity, 0), 1))
        // Letters have no opacity; what is nearly gone loses them first.
        guard opacity > 0.3 else { return }
        for (i, line) in lines.enumerated() {
            try sheet.text(
                line, at: .init(x: corner.x + height / 2, y: corner.y + height * (1.45 + 1.7 * Double(i))),
                height: height,
                color: colour)
        }
    }
}
