/// A plot of lines or of marks, which becomes SVG.
struct Plot: Hashable, Sendable {
    /// One tracker.
    struct Series: Hashable, Sendable {
        /// The tracker.
        var name: String
        /// The number that stands beside it in the legend, as text.
        var score: String
        /// Its place among the colours; nil for a tracker that brackets the others.
        var colour: Int?
        /// The points of its line, or its one mark.
        var points: [PlotPoint]
    }

    /// A point in the units of the axes.
    struct PlotPoint: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    /// Name of the file, without its ending.
    var file: String
    /// Heading.
    var title: String
    /// What is on the x axis, with its unit.
    var xLabel: String
    /// What is on the y axis, with its unit.
    var yLabel: String
    /// The range of x.
    var xRange: ClosedRange<Double>
    /// The range of y.
    var yRange = 0.0...1.0
    /// Whether x is shown by its logarithm.
    var isLogarithmic = false
    /// Whether each series is a mark with its name beside it, and no line.
    var isScatter = false
    /// The trackers, the best first.
    var series: [Series]

    private static let (width, height) = (640.0, 380.0)
    private static let (left, right, top, bottom) = (58.0, 18.0, 40.0, 50.0)
    private static let legend = 186.0

    /// The SVG element.
    ///
    /// - Parameter isAlone: whether it is a file of its own, which brings its looks along.
    func svg(isAlone: Bool) -> String {
        var out =
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(Self.width)) \(number(Self.height))\" "
            + (isAlone ? "width=\"\(number(Self.width))\" height=\"\(number(Self.height))\" " : "")
            + "role=\"img\" aria-label=\"\(escaped(title))\">\n"
        if isAlone {
            out += "<style>\n" + ReportStyle.looks(of: "svg") + ReportStyle.plot + "</style>\n"
            out += "<rect width=\"100%\" height=\"100%\" style=\"fill:var(--ground)\"/>\n"
        }
        out += "<text class=\"title\" x=\"\(number(Self.left))\" y=\"22\">\(escaped(title))</text>\n"
        out += axes()
        if isScatter {
            var names = placedNames()
            out += series.reversed().map { mark($0, names.popLast()) }.joined()
        } else {
            out += series.reversed().map(line).joined() + series.enumerated().map(legendRow).joined()
        }
        return out + "</svg>\n"
    }

    private var plotWidth: Double { Self.width - Self.left - Self.right - (isScatter ? 0 : Self.legend) }
    private var plotHeight: Double { Self.height - Self.top - Self.bottom }

    private func x(_ value: Double) -> Double {
        let share: Double
        if isLogarithmic {
            share =
                logarithm(max(value, xRange.lowerBound) / xRange.lowerBound) / logarithm(xRange.upperBound / xRange.lowerBound)
        } else {
            share = (value - xRange.lowerBound) / (xRange.upperBound - xRange.lowerBound)
        }
        return Self.left + share * plotWidth
    }

    private func y(_ value: Double) -> Double {
        let share = (value - yRange.lowerBound) / (yRange.upperBound - yRange.lowerBound)
        return Self.top + (1 - min(max(share, 0), 1)) * plotHeight
    }

    private func axes() -> String {
        var out = ""
        for tick in ticks(yRange) {
            out += "<path class=\"grid\" d=\"M\(number(Self.left)) \(number(y(tick)))h\(number(plotWidth))\"/>"
            out += text(tickText(tick, yRange), Self.left - 8, y(tick) + 4, anchor: "end", soft: true)
        }
        for tick in isLogarithmic ? decades() : ticks(xRange) {
            out += "<path class=\"grid\" d=\"M\(number(x(tick))) \(number(Self.top))v\(number(plotHeight))\"/>"
            out += text(tickText(tick, xRange), x(tick), Self.top + plotHeight + 17, anchor: "middle", soft: true)
        }
        let base = Self.top + plotHeight
        out += "<path class=\"axis\" d=\"M\(number(Self.left)) \(number(Self.top))V\(number(base))h\(number(plotWidth))\"/>\n"
        out += text(xLabel, Self.left + plotWidth / 2, base + 38, anchor: "middle")
        let middle = Self.top + plotHeight / 2
        out += "<text x=\"16\" y=\"\(number(middle))\" text-anchor=\"middle\" transform=\"rotate(-90 16 \(number(middle)))\">"
        return out + escaped(yLabel) + "</text>\n"
    }

    private func line(_ series: Series) -> String {
        guard let first = series.points.first else { return "" }
        let rest = series.points.dropFirst().map { "L\(number(x($0.x))) \(number(y($0.y)))" }.joined()
        return
            "<path class=\"\(Self.stroke(series))\"\(Self.dash(series)) d=\"M\(number(x(first.x))) \(number(y(first.y)))\(rest)\">"
            + "<title>\(escaped(series.name)) \(escaped(series.score))</title></path>\n"
    }

    private func mark(_ series: Series, _ name: NamePlace?) -> String {
        guard let point = series.points.first else { return "" }
        let fill = "mark f\((series.colour ?? 6) % ReportStyle.colourCount)"
        return "<circle class=\"\(fill)\" cx=\"\(number(x(point.x)))\" cy=\"\(number(y(point.y)))\" r=\"7\">"
            + "<title>\(escaped(series.name)) \(escaped(series.score))</title></circle>"
            + (name.map { text(shortened(series.name), $0.x, $0.y, anchor: $0.anchor) } ?? "") + "\n"
    }

    /// Where the name of a mark stands: its base line, and which end of it is at x.
    private struct NamePlace {
        var x: Double
        var y: Double
        var anchor: String
        /// About where it covers the plot.
        var left: Double
        var right: Double

        init(_ x: Double, _ y: Double, _ anchor: String, width: Double) {
            (self.x, self.y, self.anchor) = (x, y, anchor)
            left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2
            right = left + width
        }
    }

    /// Names beside their marks, on the side where they cover neither a mark nor a name that is placed already.
    private func placedNames() -> [NamePlace] {
        let marks = series.compactMap(\.points.first).map { (x: x($0.x), y: y($0.y)) }
        var placed: [NamePlace] = []
        for (index, mark) in marks.enumerated() {
            let width = 6.5 * Double(shortened(series[index].name).count)
            let places = [
                NamePlace(mark.x + 12, mark.y + 4, "start", width: width),
                NamePlace(mark.x - 12, mark.y + 4, "end", width: width),
                NamePlace(mark.x, mark.y - 11, "middle", width: width), NamePlace(mark.x, mark.y + 20, "middle", width: width),
            ]
            let free = places.first { place in
                place.left > Self.left && place.right < Self.width - Self.right / 2
                    && !placed.contains { abs($0.y - place.y) < 13 && $0.left < place.right && place.left < $0.right }
                    && !marks.indices.contains { other in
                        other != index && abs(marks[other].y + 4 - place.y) < 12 && marks[other].x + 8 > place.left
                            && marks[other].x - 8 < place.right
                    }
            }
            placed.append(free ?? places[mark.x > Self.left + plotWidth * 0.75 ? 1 : 0])
        }
        return placed
    }

    private func legendRow(_ index: Int, _ series: Series) -> String {
        let top = Self.top + 10 + Double(index) * 20
        guard top < Self.height - 10 else { return "" }
        let left = Self.left + plotWidth + 16
        return "<path class=\"\(Self.stroke(series))\"\(Self.dash(series)) d=\"M\(number(left)) \(number(top))h22\"/>"
            + text(series.score, left + 30, top + 4) + "<g>" + text(shortened(series.name, to: 18), left + 68, top + 4)
            + "<title>\(escaped(series.name))</title></g>\n"
    }

    private func text(_ text: String, _ x: Double, _ y: Double, anchor: String = "start", soft: Bool = false) -> String {
        "<text\(soft ? " class=\"soft\"" : "") x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(escaped(text))</text>"
    }

    private static func stroke(_ series: Series) -> String {
        series.colour.map { "series s\($0 % ReportStyle.colourCount)" } ?? "series bracket"
    }

    /// Dashes begin where the colours repeat.
    private static func dash(_ series: Series) -> String {
        let dashes = ["", "7 4", "2 3", "9 3 2 3"]
        let dash = dashes[(series.colour ?? 0) / ReportStyle.colourCount % dashes.count]
        return dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
    }

    /// Five or so round numbers.
    private func ticks(_ range: ClosedRange<Double>) -> [Double] {
        let span = range.upperBound - range.lowerBound
        var step = 1e-6
        let factors = [2.0, 2.5, 2.0]
        var turn = 0
        while span / step > 6 {
            step *= factors[turn % 3]
            turn += 1
        }
        let first = (range.lowerBound / step).rounded(.up)
        return (0...7).map { (first + Double($0)) * step }.filter { $0 <= range.upperBound + step * 1e-9 }
    }

    /// 1, 2 and 5 times powers of ten.
    private func decades() -> [Double] {
        var found: [Double] = []
        var decade = 1e-4
        while decade <= xRange.upperBound {
            found += [1, 2, 5].map { $0 * decade }.filter { xRange.contains($0) }
            decade *= 10
        }
        let isLong = found.count > 9
        return isLong ? found.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element) : found
    }

    private func tickText(_ value: Double, _ range: ClosedRange<Double>) -> String {
        let span = range.upperBound - range.lowerBound
        return shown(value, places: span >= 5 ? (isLogarithmic && value < 1 ? 2 : 0) : span >= 0.6 ? 1 : 2)
    }

    private func number(_ value: Double) -> String { shown(value, places: 1).replacing("−", with: "-") }
}

private import Glibc

/// The natural logarithm.
private func logarithm(_ value: Double) -> Double { log(value) }
