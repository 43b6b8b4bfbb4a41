/// What somebody may have meant.
enum Suggestion {
    /// The word that takes the fewest changed, added, dropped or swapped letters; nil where all are too far away.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let scored = candidates.map { (word: $0, distance: distance(Array(word.prefix(64)), Array($0))) }
        guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, min(word.count, best.word.count) / 3) ? best.word : nil
    }

    /// The Damerau-Levenshtein distance with adjacent swaps.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
