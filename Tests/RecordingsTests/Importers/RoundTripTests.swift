import Spaces
import TestSupport
import Testing

@testable import Recordings

@Suite("What other recorders write comes back as the phone had it")
struct RoundTripTests {
    struct Sample: CustomTestStringConvertible {
        var layout: ImportLayout
        var files: [String: String]
        var hasIntrinsicsPerFrame = true
        var hasTimes = true
        var testDescription: String { layout.rawValue }
    }

    static let samples: [Sample] = [
        .init(layout: .strayScanner, files: strayScannerFiles(), hasIntrinsicsPerFrame: false),
        .init(layout: .record3D, files: record3DFiles()),
        .init(layout: .transforms, files: transformsFiles()),
        .init(layout: .arKitScenes, files: arKitScenesFiles()),
        .init(layout: .tumRGBD, files: tumFiles(), hasIntrinsicsPerFrame: false),
        .init(layout: .sevenScenes, files: sevenScenesFiles(), hasIntrinsicsPerFrame: false, hasTimes: false),
        .init(layout: .arKitDataLogger, files: dataLoggerFiles(), hasIntrinsicsPerFrame: false),
        .init(layout: .iosLogger, files: iosLoggerFiles()),
        .init(layout: .scannerApp, files: scannerAppFiles()),
        .init(layout: .arKitRecorder, files: recorderFiles()),
    ]

    @Test("poses, intrinsics and times; the layout is guessed", arguments: samples)
    func roundTrip(_ sample: Sample) throws {
        let source = try ImportSample(sample.files)
        if [.tumRGBD, .arKitDataLogger].contains(sample.layout) { source.settings.intrinsics = TrueFrame.five[0].k }
        if sample.layout == .arKitDataLogger { source.settings.imageSize = .init(width: 1920, height: 1440) }
        let imported = try source.imported()
        #expect(imported.guess.hasPrefix(sample.layout.rawValue + ": "), "\(imported.guess)")
        #expect(imported.frames.map(\.index) == [0, 1, 2, 3, 4])
        let worst = difference(
            imported.frames, TrueFrame.five, intrinsics: sample.hasIntrinsicsPerFrame, times: sample.hasTimes)
        #expect(worst < 1e-9, "off by \(worst)")
        #expect(imported.header.imageSize == .init(width: 1920, height: 1440))
        #expect(imported.header.viewportSize == .init(width: 1920, height: 1440))
        #expect(imported.header.worldAlignment == sample.layout.worldAlignment)
        #expect(imported.frames.allSatisfy { $0.camera.worldFromCamera.rigidityError < 1e-9 })
    }

    @Test("out of a zip archive as out of its folder, also when all is in one folder of it")
    func archives() throws {
        let names = record3DFiles().keys.sorted()
        for prefix in ["", "scan/"] {
            var entries = names.map { ZipSample.Entry(prefix + $0, record3DFiles()[$0] ?? "").deflated() }
            entries.append(.init(prefix + "rgbd/0.depth", [0, 1, 2]))
            entries.append(.init("__MACOSX/._x", [0]))
            let sample = try ImportSample([:])
            try sample.write(ZipSample(entries).bytes, to: "scan.r3d")
            let imported = try sample.imported("scan.r3d")
            #expect(difference(imported.frames, TrueFrame.five) < 1e-9)
            #expect(imported.header.name == "scan")
            #expect(imported.frames[4].picture == .file("images/000004.jpg"))
            #expect(try Recordings.readWhole(sample.root + "/out/images/000004.jpg", upTo: 100) == Array("picture 4".utf8))
        }
    }
}
