import Imaging
import Spaces
import Testing

@Suite("Folders of pictures and what names them")
struct PictureFolderTests {
    /// A folder with pictures, each of one colour: its number.
    private func folder(_ names: [String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (i, name) in names.enumerated() {
            let picture = try Picture(width: 16, height: 8, bgr: .init(repeating: UInt8(i), count: 16 * 8 * 3))
            try picture.write(to: folder(name))
        }
        return folder
    }

    private func numbers(_ source: any PictureSource) throws -> [Int] { try all(source).map { Int($0.bgr(0, 0).blue) } }

    @Test("A folder comes in natural order, and other files are passed over")
    func natural() throws {
        let folder = try folder(["a10.png", "a2.png", "a1.bmp", "b.PNG.png"])
        try write([1], folder("notes.txt"))
        try write([1], folder(".png"))
        #expect(try numbers(openPictures(folder.path)) == [2, 1, 0, 3])
        #expect(try numbers(openPictures(folder.path + "/")) == [2, 1, 0, 3])
    }

    @Test("A pattern takes the files with its number, from whatever number they start")
    func pattern() throws {
        let folder = try folder(["i0299.png", "i0300.png", "i1000.png", "i301.png", "j0001.png"])
        #expect(try numbers(openPictures(folder("i%04d.png"))) == [0, 1, 2])
        #expect(try numbers(openPictures(folder("i%d.png"))) == [3, 2])
    }

    @Test("A list comes in its own order; pictures can be passed over")
    func list() throws {
        let folder = try folder(["a.png", "b.png", "c.png", "d.png"])
        #expect(try numbers(PictureFolder(paths: ["d", "a", "c"].map { folder($0 + ".png") })) == [3, 0, 2])
        let source = try PictureFolder(folder: folder.path)
        #expect(try source.skip())
        #expect(try source.skip())
        #expect(try source.next()?.bgr(0, 0).blue == 2)
        #expect(try source.skip())
        #expect(try !source.skip())
        #expect(try source.next() == nil)
    }

    @Test("One picture is a source of one")
    func single() throws {
        let folder = try folder(["a.png"])
        #expect(try numbers(openPictures(folder("a.png"))) == [0])
    }

    @Test("A picture of another size is named")
    func otherSize() throws {
        let folder = try folder(["a.png", "b.png"])
        try texture(width: 8, height: 16).write(to: folder("b.png"))
        let source = try openPictures(folder.path)
        _ = try source.next()
        let failure = #expect(throws: ImagingFailure.self) { try source.next() }
        #expect(failure?.code == .sizeChanged)
        #expect(failure?.subject == folder("b.png") + ", frame 1")
        #expect(failure?.message.contains("8 × 16") == true)
    }

    @Test(
        "A source that is not there says what was looked for",
        arguments: ["gone", "gone%d.png", "%d%d.png", "%s.png", "gone/%d.png", ""])
    func missing(name: String) throws {
        let folder = try TemporaryFolder()
        #expect(throws: ImagingFailure.self) { try openPictures(name.isEmpty ? "" : folder(name)) }
        let empty = #expect(throws: ImagingFailure.self) { try openPictures(folder.path) }
        #expect(empty?.message.contains(".png, .jpg, .jpeg, .bmp and .webp") == true)
    }

    @Test(
        "A camera that is not there is one failure",
        arguments: ["camera:77", "camera:-1", "camera:x", "camera:", "camera:99999999999"])
    func camera(name: String) {
        let failure = #expect(throws: ImagingFailure.self) { try openPictures(name) }
        #expect(failure?.subject == name)
    }
}
