import Testing

@testable import Studio

@Suite struct BoundedCacheTests {
    @Test("What was not asked for longest goes first") func order() {
        var cache = BoundedCache<String, Int>(mostEntries: 2)
        cache.keep(1, of: "a")
        cache.keep(2, of: "b")
        #expect(cache.value(of: "a") == 1)
        #expect(cache.keep(3, of: "c") == [2])
        #expect(cache.value(of: "b") == nil && cache.value(of: "a") == 1 && cache.value(of: "c") == 3)
    }

    @Test("All together cost no more than they may, and one that is too large is not kept") func cost() {
        var cache = BoundedCache<Int, Int>(mostCost: 10, mostEntries: 100)
        for key in 0..<5 { cache.keep(key, of: key, cost: 3) }
        #expect(cache.cost == 9 && cache.count == 3)
        #expect(cache.keep(9, of: 9, cost: 11) == [9])
        #expect(cache.cost == 9)
        cache.keep(4, of: 4, cost: 1)
        #expect(cache.cost == 7 && cache.count == 3)
        cache.removeAll()
        #expect(cache.cost == 0 && cache.count == 0)
    }
}
