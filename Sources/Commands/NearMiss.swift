/// The number of letters to insert, remove, change or swap with their neighbour to make one word the other.
func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...max(a.count, 1) where i <= a.count {
        var row = [i]
        for j in 1...max(b.count, 1) where j <= b.count {
            let same = a[i - 1] == b[j - 1]
            var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
            row.append(cost)
        }
        beforeLast = last
        last = row
    }
    return last[b.count]
}

/// The accepted word that was probably meant; nil when none is near.
///
/// Near is: the start of exactly one word, at least two letters of it, or a third of the letters wrong at most.
func nearMiss(_ typed: String, among words: [String]) -> String? {
    let typed = typed.lowercased()
    let begun = words.filter { typed.count >= 2 && $0.hasPrefix(typed) }
    if begun.count == 1 { return begun[0] }
    // Neither a very long word nor one that is all wrong is worth the comparison.
    guard typed.count <= 64 else { return nil }
    let scored = words.map { (word: $0, distance: editDistance(typed, $0)) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, max(typed.count, best.word.count) / 3) ? best.word : nil
}
