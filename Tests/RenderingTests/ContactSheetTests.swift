import Imaging
import Spaces
import Testing

@testable import Rendering

struct ContactSheetTests {
    private func grey(_ value: UInt8) throws -> Picture {
        try Picture(width: 64, height: 36, bgr: .init(repeating: value, count: 64 * 36 * 3))
    }

    @Test("Moments are spread evenly, end with the last frame, and are never shown twice")
    func moments() {
        let sheet = ContactSheet(columns: 4, rows: 3, size: .init(width: 64, height: 36))
        #expect(sheet.moments(of: 120) == [9, 19, 29, 39, 49, 59, 69, 79, 89, 99, 109, 119])
        for count in 0...60 {
            let moments = sheet.moments(of: count)
            #expect(moments.count == min(count, 12))
            #expect(Set(moments).count == moments.count && moments == moments.sorted())
            #expect(moments.last == (count > 0 ? count - 1 : nil))
        }
    }

    @Test("Pictures stand in rows, none enlarged, and the page fits a screen")
    func page() throws {
        var sheet = ContactSheet(columns: 2, rows: 2, size: .init(width: 64, height: 36))
        for (i, value) in [50, 100, 150].enumerated() { try sheet.add(grey(UInt8(value)), words: "\(i)") }
        let page = try sheet.picture()
        #expect(page.width == 2 * 64 + 3 * 8 && page.height == 2 * 36 + 3 * 8)
        // The middle of each cell; the fourth is empty.
        #expect(page.bgr(8 + 40, 8 + 25).green == 50)
        #expect(page.bgr(80 + 40, 8 + 25).green == 100)
        #expect(page.bgr(8 + 40, 52 + 25).green == 150)
        #expect(page.bgr(80 + 40, 52 + 25).green == 24)
        let large = ContactSheet(columns: 4, rows: 3, size: .init(width: 4000, height: 3000))
        var filled = large
        try filled.add(grey(9), words: "")
        let wide = try filled.picture()
        #expect(max(wide.width, wide.height) <= 1800)
    }
}
