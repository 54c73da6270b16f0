internal import Spaces

/// How a place is written in TraX, whose coordinates begin at the corner of the first pixel.
enum TraxRegion {
    /// What a peer takes, in the order in which it is chosen.
    enum Format: String, CaseIterable {
        case rectangle, polygon, mask
    }

    /// The text of a region in a format.
    static func text(_ region: Region, as format: Format) -> String {
        if format == .polygon, case .polygon(let corners) = region {
            return corners.flatMap { [$0.x + 0.5, $0.y + 0.5] }.map(\.description).joined(separator: ",")
        }
        let box = region.bounds
        let (x, y, width, height) = (box.cornerX, box.cornerY, box.width, box.height)
        let numbers: [Double] =
            switch format {
            case .rectangle: [x, y, width, height]
            case .polygon: [x, y, x + width, y, x + width, y + height, x, y + height]
            case .mask:
                // Runs of pixels outside and inside in turn: none outside, all inside.
                [x.rounded(), y.rounded(), max(width.rounded(), 1), max(height.rounded(), 1), 0]
            }
        guard format == .mask else { return numbers.map(\.description).joined(separator: ",") }
        let whole = (numbers + [numbers[2] * numbers[3]]).map { Int($0) }
        return "mask:" + whole.map(\.description).joined(separator: ",")
    }

    /// The region that a text names; nil for a special one, with which trackers say that they hold nothing.
    ///
    /// - Throws: ``TraxSyntax`` when it is no region.
    static func parse(_ text: String) throws(TraxSyntax) -> Region? {
        if text.hasPrefix("mask:") { return try mask(text) }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 1 || numbers.count == 4 || (numbers.count >= 6 && numbers.count.isMultiple(of: 2)) else {
            throw TraxSyntax("no region: \(excerpt(text.utf8))")
        }
        var values: [Double] = []
        for number in numbers {
            guard let number else { throw TraxSyntax("no region: \(excerpt(text.utf8))") }
            values.append(number)
        }
        guard values.count > 1, values.allSatisfy(\.isFinite) else { return nil }
        if values.count == 4 {
            return .rect(.init(cornerX: values[0], cornerY: values[1], width: values[2], height: values[3]))
        }
        return .polygon(
            stride(from: 0, to: values.count, by: 2).map { .init(x: values[$0] - 0.5, y: values[$0 + 1] - 0.5) })
    }

    /// The box round the set pixels of a mask: `mask:x,y,width,height,` and runs row by row, the first of pixels outside.
    private static func mask(_ text: String) throws(TraxSyntax) -> Region? {
        let parts = text.dropFirst("mask:".count).split(separator: ",")
        let values = parts.compactMap { Int($0) }
        guard values.count == parts.count, values.count >= 4, values[2] > 0, values[3] > 0, values[2] <= 1 << 20,
            values[3] <= 1 << 20, abs(values[0]) <= 1 << 20, abs(values[1]) <= 1 << 20,
            values[4...].allSatisfy({ $0 >= 0 && $0 <= 1 << 40 })
        else { throw TraxSyntax("no mask: \(excerpt(text.utf8))") }
        let width = values[2]
        let pixels = width * values[3]
        var (left, right, top, bottom) = (Int.max, -1, Int.max, -1)
        var at = 0
        for (index, run) in values[4...].enumerated() {
            let end = min(at + run, pixels)
            if !index.isMultiple(of: 2), end > at {
                let (firstRow, lastRow) = (at / width, (end - 1) / width)
                top = min(top, firstRow)
                bottom = max(bottom, lastRow)
                let isInOneRow = firstRow == lastRow
                left = min(left, isInOneRow ? at % width : 0)
                right = max(right, isInOneRow ? (end - 1) % width : width - 1)
            }
            at = end
        }
        guard right >= 0 else { return nil }
        return .rect(
            .init(
                cornerX: Double(values[0] + left), cornerY: Double(values[1] + top), width: Double(right - left + 1),
                height: Double(bottom - top + 1)))
    }
}
