import Downloads
import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import SceneUnderstanding

@Suite("Where reference images come from")
struct ReferenceImageLoaderTests {
    private var loader: ReferenceImageLoader {
        var limits = Downloader.Limits()
        limits.totalSeconds = 2
        limits.bytes = 8 << 20
        return .init(downloader: Downloader(limits: limits))
    }

    private func png(_ seed: UInt64, width: Int = 200, height: Int = 120) throws -> [UInt8] {
        try ReferenceSamples.picture(seed: seed, width: width, height: height).encoded(as: .png)
    }

    private func write(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
    private func write(_ text: String, _ path: String) throws { try write(Array(text.utf8), path) }

    private func failure(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("What a user types is understood")
    func sources() throws {
        try withTemporaryFolder { folder in
            #expect(try ReferenceImageSource("card.png:0.085") == .picture("card.png", width: 0.085))
            #expect(try ReferenceImageSource("a:b.png:0.1") == .picture("a:b.png", width: 0.1))
            #expect(try ReferenceImageSource("cards.json") == .dataSet("cards.json"))
            let group = try ReferenceImageSource(folder)
            #expect(group == .assetGroup(folder))
            #expect(try ReferenceImageSource("https://x.org/c.png:0.2") == .picture("https://x.org/c.png", width: 0.2))
            #expect(try ReferenceImageSource("http://x.org:8080/list") == .dataSet("http://x.org:8080/list"))
            #expect(try ReferenceImageSource("http://x.org:8080") == .dataSet("http://x.org:8080"))
            for bad in ["card.png", "card.png:", "card.png:0", "card.png:-1", "card.png:wide", "card.png:nan", "card.png:inf"] {
                #expect(throws: ReferenceImageFailure.self, "\(bad)") { try ReferenceImageSource(bad) }
            }
        }
    }

    @Test(
        "Relative addresses count from the list",
        arguments: [
            ("c.png", "http://h:1/a/b/list.json", "http://h:1/a/b/c.png"),
            ("../c.png?x=/..", "http://h/a/b/l", "http://h/a/c.png?x=/.."),
            ("/c.png", "http://h/a/b/l?q=/z", "http://h/c.png"), ("//o/c.png", "https://h/a", "https://o/c.png"),
            ("c.png", "http://h", "http://h/c.png"), ("sub/c.png", "dir/list.json", "dir/sub/c.png"),
            ("c.png", "list.json", "c.png"),
            ("http://o/c.png", "list.json", "http://o/c.png"),
        ])
    func addresses(text: String, base: String, resolved: String) {
        #expect(ReferenceAddress.resolve(text, against: base) == resolved)
    }

    @Test(
        "Addresses that lead elsewhere are none",
        arguments: [
            ("file:///etc/passwd", "http://h/l"), ("file:///etc/passwd", "list.json"), ("ftp://h/c.png", "http://h/l"),
            ("/etc/passwd", "list.json"), ("../c.png", "dir/list.json"), ("a/../../c.png", "dir/list.json"),
        ])
    func noAddresses(text: String, base: String) { #expect(ReferenceAddress.resolve(text, against: base) == nil) }

    @Test("A data set from a server loads what can be loaded and names the rest")
    func served() throws {
        let card = try png(1)
        let other = try png(2)
        let small = try png(3, width: 90, height: 90)
        let list = """
            [{"imageURL": "pictures/card.png", "name": "card", "width": 0.085},
             {"imageURL": "/other.png", "name": "other", "width": 0.2},
             {"imageURL": "missing.png", "name": "missing", "width": 0.2},
             {"imageURL": "page", "name": "page", "width": 0.2},
             {"imageURL": "file:///etc/passwd", "name": "file", "width": 0.2},
             {"imageURL": "small.png", "name": "small", "width": 0.2},
             {"imageURL": "/other.png", "name": "zero", "width": 0},
             {"imageURL": "/other.png", "name": "negative", "width": -0.1},
             {"imageURL": "/other.png", "name": "text", "width": "0.1"},
             {"imageURL": "/other.png", "name": "widthless"},
             {"imageURL": "/other.png", "width": 0.1}, 7,
             {"imageURL": "/other.png", "name": "card", "width": 0.1}]
            """
        let server = try LocalServer { path, _ in
            switch path {
            case "/list": .redirect(to: "/sets/list.json")
            case "/sets/list.json": .file(Array(list.utf8))
            case "/sets/pictures/card.png": .file(card)
            case "/other.png": .file(other)
            case "/sets/small.png": .file(small)
            case "/sets/page": .file(Array("<html>not a picture</html>".utf8), type: "text/html")
            default: .answer(status: 404, type: "text/html", bytes: Array("<html>".utf8), headers: [])
            }
        }
        defer { server.stop() }
        let set = try loader.load([ReferenceImageSource(server.address + "/list")])
        #expect(set.images.map(\.name) == ["card", "other"])
        #expect(set.images.map(\.physicalWidth) == [0.085, 0.2])
        #expect(abs(set.images[0].physicalHeight - 0.085 * 120 / 200) < 1e-12)
        #expect(set.warnings.count == 11, "\(set.warnings)")
        for name in ["missing", "page", "file", "small", "zero", "negative", "text", "widthless", "entry 11", "entry 12"] {
            #expect(set.warnings.contains { $0.subject.contains(name) }, "\(name)")
        }
        #expect(set.warnings.contains { $0.subject == "card" && $0.message.contains("twice") })
    }

    @Test("A list that is none is an error, and says what is expected")
    func badLists() throws {
        let server = try LocalServer { path, _ in
            switch path {
            case "/object.json": .file(Array("{\"images\": []}".utf8))
            case "/page.json": .file(Array("<!doctype html><html></html>".utf8), type: "text/html")
            case "/large.json": .announce(1 << 30)
            case "/endless.json": .endless
            case "/round.json": .redirect(to: "/round.json")
            case "/local.json": .redirect(to: "file:///etc/passwd")
            case "/empty.json": .file(Array("[]".utf8))
            case "/many.json": .file(Array(("[" + Array(repeating: "1", count: 1001).joined(separator: ",") + "]").utf8))
            case "/silent.json": .silence
            default: .answer(status: 404, type: "", bytes: [], headers: [])
            }
        }
        defer { server.stop() }
        let wanted = [
            ("object", "array"), ("page", "web page"), ("large", "4 MiB"), ("endless", "4 MiB"), ("round", "more than 5 times"),
            ("local", "http"), ("empty", "empty"), ("many", "1000"), ("silent", "2 s"), ("nothing", "404"),
        ]
        for (name, words) in wanted {
            let said = failure { _ = try loader.load([.dataSet(server.address + "/\(name).json")]) }
            #expect(said?.contains(words) == true, "\(name): \(said ?? "no error")")
        }
    }

    @Test("An asset group of Xcode is read in its units")
    func assets() throws {
        try withTemporaryFolder { folder in
            let group = folder + "/AR Resources.arresourcegroup"
            func add(_ name: String, _ properties: String) throws {
                let place = "\(group)/\(name).arreferenceimage"
                try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
                try write(png(UInt64(name.count)), place + "/picture.png")
                try write(
                    """
                    {"images": [{"filename": "picture.png", "idiom": "universal"}], "info": {"author": "xcode", "version": 1},
                     "properties": \(properties)}
                    """, place + "/Contents.json")
            }
            try add("metres", #"{"width": 0.3}"#)
            try add("centimetre", #"{"width": 8.5, "unit": "centimeters"}"#)
            try add("inched", #"{"width": 4, "units": "inches"}"#)
            try add("bad", #"{"width": 4, "unit": "cubits"}"#)
            try add("wide", #"{"width": -4}"#)
            let members = ["metres", "centimetre", "inched", "bad", "wide", "../out"]
                .map { "{\"filename\": \"\($0).arreferenceimage\"}" }.joined(separator: ",")
            try write(
                "{\"info\": {\"author\": \"xcode\", \"version\": 1}, \"resources\": [\(members)]}", group + "/Contents.json")
            let set = try loader.load([.assetGroup(group)])
            #expect(set.images.map(\.name) == ["metres", "centimetre", "inched"])
            for (image, width) in zip(set.images, [0.3, 0.085, 0.1016]) {
                #expect(abs(image.physicalWidth - width) < 1e-9)
            }
            #expect(set.warnings.count == 3)
            let one = try loader.load([.assetGroup(group + "/inched.arreferenceimage")])
            #expect(one.images.map(\.name) == ["inched"])
            #expect(failure { _ = try loader.load([.assetGroup(folder)]) }?.contains("Contents.json") == true)
        }
    }

    @Test("Pictures that cannot be used are refused, and what is lost of others is said")
    func pictures() throws {
        try withTemporaryFolder { folder in
            func said(_ bytes: [UInt8], _ name: String) throws -> (error: String?, warnings: [String]) {
                try write(bytes, "\(folder)/\(name)")
                var warnings: [String] = []
                let error = failure {
                    warnings = try loader.load([.picture("\(folder)/\(name)", width: 0.1)]).warnings.map(\.message)
                }
                return (error, warnings)
            }
            let plain = try png(1)
            #expect(try said(plain, "plain.png") == (nil, []))
            #expect(try said(png(1, width: 1, height: 1), "one.png").error?.contains("100 pixels") == true)
            #expect(try said(Array("GIF89a".utf8), "moving.gif").error != nil)
            // A header that promises 30,000 × 30,000 pixels.
            var bomb = plain
            bomb.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
            #expect(try said(bomb, "bomb.png").error?.contains("megapixels") == true)
            var animated = plain
            animated.insert(contentsOf: [0, 0, 0, 8] + Array("acTL".utf8) + [UInt8](repeating: 0, count: 12), at: 33)
            #expect(try said(animated, "animated.png").error?.contains("animation") == true)
            #expect(try said(Array(plain.dropLast(40)), "cut.png").error?.contains("cut off") == true)
            #expect(
                failure { _ = try loader.load([.picture(folder + "/none.png", width: 0.1)]) }?.contains("does not exist") == true)
            #expect(failure { _ = try loader.load([.picture(folder, width: 0.1)]) } != nil)
        }
    }

    @Test("A picture is turned as its tag says, before its height is worked out")
    func turned() throws {
        try withTemporaryFolder { folder in
            let plain = try ReferenceSamples.picture(seed: 1, width: 200, height: 120).encoded(as: .jpeg)
            let tags = Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
            try write(plain[..<2] + [0xFF, 0xE1, 0, UInt8(tags.count + 2)] + tags + plain[2...], folder + "/photo.jpg")
            let image = try #require(loader.load([.picture(folder + "/photo.jpg", width: 0.06)]).images.first)
            #expect(image.picture.width == 120 && image.picture.height == 200 && abs(image.physicalHeight - 0.1) < 1e-12)
            #expect(image.name == "photo")
        }
    }
}
