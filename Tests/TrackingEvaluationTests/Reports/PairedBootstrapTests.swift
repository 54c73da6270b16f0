import Testing

@testable import TrackingEvaluation

@Suite struct PairedBootstrapTests {
    @Test("Equal differences leave no doubt, and none gives no interval")
    func constant() throws {
        let found = try #require(PairedBootstrap([0.25, 0.25, 0.25]))
        #expect(found.mean == 0.25 && found.low == 0.25 && found.high == 0.25)
        #expect(PairedBootstrap([]) == nil)
    }

    @Test("Two differences have the three means that can be drawn")
    func two() throws {
        // 0, ½ and 1 come with 1/4, 1/2, 1/4: 95 % reach from 0 to 1, 40 % are all at ½.
        let wide = try #require(PairedBootstrap([0, 1]))
        #expect(wide.low == 0 && wide.high == 1)
        let narrow = try #require(PairedBootstrap([0, 1], level: 0.4))
        #expect(narrow.low == 0.5 && narrow.high == 0.5)
    }

    @Test("For many differences the interval is that of the normal distribution")
    func normal() throws {
        let differences = (0..<400).map { Double($0 % 20) / 20 }
        let found = try #require(PairedBootstrap(differences))
        // Equally spaced values 0 … 0.95: the variance is (n² − 1) / 12 steps squared; 1.96 standard errors of the mean.
        let half = 1.959964 * (399.0 / 12).squareRoot() / 20 / 20
        #expect(abs(found.mean - 0.475) < 1e-12)
        #expect(abs(found.high - found.mean - half) < half * 0.06)
        #expect(abs(found.mean - found.low - half) < half * 0.06)
    }

    @Test("The same seed gives the same interval, another one another")
    func seeds() {
        let differences = (0..<30).map { Double(($0 * 7919) % 101) / 101 }
        #expect(PairedBootstrap(differences) == PairedBootstrap(differences))
        #expect(PairedBootstrap(differences)?.low != PairedBootstrap(differences, seed: 2)?.low)
    }

    @Test("The generator gives the numbers of the published one")
    func generator() {
        // The first numbers for the seed 1234567, as on prng.di.unimi.it and Rosetta Code.
        var random = SplitMix64(seed: 1_234_567)
        #expect(
            (0..<5).map { _ in random.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ])
    }
}
