import FoundationEssentials
import Spaces
import Testing
import TrackingEvaluation

private let data = ProcessInfo.processInfo.environment["AIRDRAW_DATA"]

@Suite("Data sets as they are published", .enabled(if: data != nil, "AIRDRAW_DATA is not set: no published data set is read"))
struct DataSetRealTests {
    private func open(_ name: String) throws -> DataSet { try openDataSet((data ?? "") + "/" + name) }

    @Test("Six sequences of OTB: David starts at picture 300, and Diving has more pictures than boxes")
    func otb() throws {
        let set = try open("tracking/otb")
        #expect(set.layout == "otb")
        #expect(set.sequences.map(\.name) == ["Crossing", "David", "Deer", "Diving", "DragonBaby", "Skiing"])
        #expect(set.sequences.map(\.count) == [120, 471, 71, 215, 113, 81])
        #expect(set.sequences[1].notes == ["the first picture is number 300, 0300.jpg; the first box belongs to it"])
        #expect(set.sequences[3].notes == ["231 pictures and 215 boxes: the last 16 pictures left out"])
        // The file's first line is 205, 151, 17, 50, counted from 1.
        #expect(set.sequences[0].truth[0].region?.bounds == .init(cornerX: 204, cornerY: 150, width: 17, height: 50))
    }

    @Test("A sequence of VOT2015 with polygons")
    func vot() throws {
        let bag = try open("tracking/vot/bag")
        #expect(bag.layout == "vot")
        #expect(bag.sequences.map(\.count) == [196])
        #expect(bag.sequences[0].notes == ["196 frames have polygons"])
        let set = try open("tracking/vot")
        #expect(set.sequences.map(\.name) == ["bag"])
    }

    @Test("Five films of TLD, with absent targets")
    func tld() throws {
        let set = try open("tracking/tld")
        #expect(set.layout == "tld")
        #expect(set.sequences.map(\.count) == [761, 313, 140, 338, 184])
        #expect(set.sequences.map { $0.truth.count { $0 == .absent } } == [0, 0, 0, 72, 28])
        #expect(set.sequences[2].notes.contains { $0.hasPrefix("init.txt has another first box than gt.txt") })
    }

    @Test("Six films of TI1K are twelve sequences of points")
    func ti1k() throws {
        let set = try open("fingers/ti1k")
        #expect(set.layout == "ti1k")
        #expect(set.sequences.count == 12)
        #expect(set.sequences.allSatisfy { $0.count == 50 && $0.truth.allSatisfy { $0.region != nil } })
        #expect(set.sequences[0].name == "rotation-1-index")
    }

    @Test("A thumb's tip, and an index tip that is not known in every frame")
    func points() throws {
        let cup = try open("fingers/cup")
        #expect(cup.layout == "points")
        #expect(cup.sequences.map(\.count) == [217])
        #expect(cup.sequences[0].truth[0] == .visible(.point(.init(x: 370.5, y: 251.1))))
        let desk = try open("desk/mousepad")
        #expect(desk.sequences.map(\.count) == [378])
        #expect(desk.sequences[0].truth[0] == .unknown)
        #expect(desk.sequences[0].truth[24] == .visible(.point(.init(x: 596.36, y: 381.46))))
        #expect(desk.sequences[0].notes[0] == "index_tip.csv: read cam0_x, cam0_y; not used: cam1_x, cam1_y")
    }

    @Test("A folder of several layouts is refused with their names")
    func mixed() throws {
        let error = #expect(throws: DataSetFailure.self) { try open("tracking") }
        #expect(error?.problem.contains("otb (6, such as") == true)
    }
}
