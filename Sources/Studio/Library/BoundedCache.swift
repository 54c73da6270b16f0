/// Values by key, of which those that were not asked for longest go when there are too many.
///
/// Keys are compared as Swift compares texts, so two spellings of one accent share an entry: a value must carry what tells them apart.
struct BoundedCache<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var cost: Int
        var used: UInt64
    }

    /// The most that all values may cost together.
    let mostCost: Int
    /// The most values.
    let mostEntries: Int
    /// What the values cost now.
    private(set) var cost = 0
    private var entries: [Key: Entry] = [:]
    private var clock: UInt64 = 0

    init(mostCost: Int = .max, mostEntries: Int) {
        self.mostCost = mostCost
        self.mostEntries = mostEntries
    }

    /// How many values there are.
    var count: Int { entries.count }

    /// The value of a key, which is then the one asked for last.
    mutating func value(of key: Key) -> Value? {
        guard let index = entries.index(forKey: key) else { return nil }
        clock += 1
        entries.values[index].used = clock
        return entries.values[index].value
    }

    /// Keeps a value and drops others until all fit; one that costs more than all may is not kept.
    ///
    /// - Returns: the values that went.
    @discardableResult
    mutating func keep(_ value: Value, of key: Key, cost: Int = 1) -> [Value] {
        var gone = remove(key).map { [$0] } ?? []
        guard cost <= mostCost else { return gone + [value] }
        while entries.count >= mostEntries || self.cost > mostCost - cost {
            guard let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key, let value = remove(oldest) else { break }
            gone.append(value)
        }
        clock += 1
        entries[key] = Entry(value: value, cost: cost, used: clock)
        self.cost += cost
        return gone
    }

    /// Drops the value of a key.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        cost -= entry.cost
        return entry.value
    }

    /// Drops all values.
    mutating func removeAll() {
        entries = [:]
        cost = 0
    }
}
