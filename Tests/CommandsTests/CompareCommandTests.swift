import FoundationEssentials
import Imaging
import Spaces
import TestSupport
import Testing

@testable import Commands

@Suite struct CompareCommandTests {
    /// Results that are exact, or off by some pixels, as another program would store them.
    private func evaluate(_ folder: String, shift: Int) throws {
        let stored = folder + "/stored\(shift)"
        for name in ["left", "right"] {
            let clip = folder + "/set/\(name)"
            try FileManager.default.createDirectory(atPath: clip + "/img", withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: stored, withIntermediateDirectories: true)
            let picture = try Picture(width: 64, height: 48, bgr: [UInt8](repeating: 100, count: 64 * 48 * 3))
            for frame in 1...4 { try picture.write(to: clip + "/img/000\(frame).png") }
            try put((0..<4).map { "\(5 + $0),6,20,20\n" }.joined(), to: clip + "/groundtruth_rect.txt")
            // The first box is the truth, as everywhere.
            try put((0..<4).map { "\(5 + $0 + ($0 == 0 ? 0 : shift)),6,20,20\n" }.joined(), to: "\(stored)/\(name).txt")
        }
        let result = outcome("evaluate \(folder)/set --tracker t=results:\(stored) --out \(folder)/\(shift) --export got10k")
        try #require(result.code == 0, "\(result.messages)")
    }

    @Test("The gate closes when B is worse, and is open else; nothing is said of a difference that is none")
    func gate() throws {
        try withTemporaryFolder { folder in
            for shift in [0, 4] { try evaluate(folder, shift: shift) }
            let worse = outcome("compare \(folder)/0 \(folder)/4 --gate")
            #expect(worse.code == 2)
            #expect(worse.messages.contains("is worse than"))
            #expect(worse.data.contains("B is worse"))
            #expect(outcome("compare \(folder)/0 \(folder)/4").code == 0)
            #expect(outcome("compare \(folder)/4 \(folder)/0 --gate").code == 0)
            let same = outcome("compare \(folder)/4 \(folder)/4 --gate --metric precision")
            #expect(same.code == 0)
            #expect(same.data.contains("no difference is shown"))
            let csv = outcome("compare \(folder)/0 \(folder)/4 --format csv")
            #expect(csv.data.hasPrefix("tracker_a,tracker_b,metric,sequence,a,b,difference,low,high,verdict\nt,t,auc,"))
            #expect(csv.data.split(separator: "\n").count == 4)
        }
    }

    @Test("An evaluation leaves a report and results for other programs, and the report can be made anew")
    func report() throws {
        try withTemporaryFolder { folder in
            try evaluate(folder, shift: 4)
            #expect(FileManager.default.fileExists(atPath: folder + "/4/export/got10k/t/left/left_001.txt"))
            let page = try text(folder + "/4/report.html")
            try FileManager.default.removeItem(atPath: folder + "/4/report.html")
            #expect(outcome("report \(folder)/4 --export otb").code == 0)
            #expect(try text(folder + "/4/report.html") == page)
            #expect(try text(folder + "/4/export/otb/t/left.txt").hasPrefix("5.0,6.0,20.0,20.0\n10.0,"))
        }
    }

    @Test("What cannot be compared is said")
    func refused() throws {
        try withTemporaryFolder { folder in
            try evaluate(folder, shift: 0)
            let missing = outcome("compare \(folder)/0 \(folder)/none")
            #expect(missing.code == 1 && missing.messages.contains("none"))
            let tracker = outcome("compare \(folder)/0 \(folder)/0 --tracker u")
            #expect(tracker.code == 1 && tracker.messages.contains("the trackers are t"))
            let metric = outcome("compare \(folder)/0 \(folder)/0 --metric beauty")
            #expect(metric.code == 1 && metric.messages.contains("average_overlap"))
            #expect(outcome("compare \(folder)/0").code == 64)
            #expect(outcome("compare a b --draws 3").code == 64)
            #expect(outcome("compare a b --tracker a --tracker b --tracker c").code == 64)
            #expect(outcome("trax --trax-version 5").code == 64)
            #expect(outcome("trax --tracker nobody").code == 64)
        }
    }
}
