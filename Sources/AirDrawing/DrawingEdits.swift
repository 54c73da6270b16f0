import Meshes
public import Spaces

extension Drawing {
    /// Moves everything by a way in the world, metres.
    public mutating func move(by way: WorldVector) { mapPositions { $0 + way } }

    /// Makes everything larger or smaller about the middle of its bounds, its height too, and places the points anew.
    ///
    /// Points keep their size: a drawing twice as large has twice as many of them.
    public mutating func scale(by factor: Double) {
        precondition(factor > 0, "a scale must be above 0")
        guard let bounds else { return }
        let middle = WorldPoint((bounds.min.coordinates + bounds.max.coordinates) / 2)
        mapPositions { middle + ($0 - middle) * factor }
        height *= factor
        placePointsAnew()
    }

    /// Leaves out samples of the ways that lie within a tolerance of the straight line between those that stay, and places the points anew.
    ///
    /// - Returns: how many samples were left out.
    public mutating func simplify(tolerance: Double) -> Int {
        var dropped = 0
        for s in strokes.indices {
            let kept = strokes[s].path.simplified(tolerance: tolerance)
            dropped += strokes[s].path.count - kept.count
            strokes[s].path = kept
        }
        if dropped > 0 { placePointsAnew() }
        return dropped
    }

    /// Takes in the strokes of another drawing, after its own.
    ///
    /// Planes of one name that face elsewhere are other planes: those of the other drawing are renamed. Counts of frames are added up. The
    /// height stays.
    public mutating func append(_ other: Drawing) {
        var other = other
        for (plane, normal) in other.planeNormals.sorted(by: { $0.key < $1.key }) {
            guard let own = planeNormals[plane], (own - normal).length > 1e-6 else { continue }
            var number = 2
            while planeNormals["\(plane)_\(number)"] != nil || other.planeNormals["\(plane)_\(number)"] != nil { number += 1 }
            other.rename(plane: plane, to: "\(plane)_\(number)")
        }
        name += " + " + other.name
        strokes += other.strokes
        planeNormals.merge(other.planeNormals) { own, _ in own }
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        trackingProblems.merge(other.trackingProblems, uniquingKeysWith: +)
    }

    private mutating func rename(plane: String, to name: String) {
        planeNormals[name] = planeNormals.removeValue(forKey: plane)
        for s in strokes.indices {
            for i in strokes[s].points.indices where strokes[s].points[i].plane == plane { strokes[s].points[i].plane = name }
            for i in strokes[s].path.indices where strokes[s].path[i].plane == plane { strokes[s].path[i].plane = name }
        }
    }

    private mutating func mapPositions(_ map: (WorldPoint) -> WorldPoint) {
        for s in strokes.indices {
            for i in strokes[s].points.indices { strokes[s].points[i].position = map(strokes[s].points[i].position) }
            for i in strokes[s].path.indices { strokes[s].path[i].position = map(strokes[s].path[i].position) }
        }
    }

    /// Places points along the ways as drawing does: no closer than ``PointNode/spacing``, between samples too where that was so.
    private mutating func placePointsAnew() {
        var grid = PointGrid()
        for s in strokes.indices {
            guard !strokes[s].path.isEmpty else {
                for point in strokes[s].points { grid.insert(point.position) }
                continue
            }
            let known = strokes[s].points
            strokes[s].points = strokes[s].way(fills: known.contains(where: \.isInterpolated)).filter { point in
                guard !grid.containsPoint(near: point.position) else { return false }
                grid.insert(point.position)
                return true
            }
            // What is placed anew keeps the frame and the confidence of the point that was nearest in time.
            for i in strokes[s].points.indices {
                let time = strokes[s].points[i].time
                guard let old = known.nearest(to: time) else { continue }
                strokes[s].points[i].frame = old.frame
                strokes[s].points[i].confidence = old.confidence
            }
        }
    }
}

extension [DrawnPoint] {
    /// The point that was placed nearest to a time; points are in the order of time.
    fileprivate func nearest(to time: Double) -> DrawnPoint? {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if self[middle].time < time { low = middle + 1 } else { high = middle }
        }
        let candidates = [low - 1, low].filter(indices.contains).map { self[$0] }
        return candidates.min { abs($0.time - time) < abs($1.time - time) }
    }
}

extension Stroke {
    /// Places along the way where points may stand, at the samples and, if wanted, every half millimetre between.
    fileprivate func way(fills: Bool) -> [DrawnPoint] {
        func point(_ position: WorldPoint, _ time: Double, _ sample: PathSample, _ isInterpolated: Bool) -> DrawnPoint {
            DrawnPoint(
                position: position, time: time, frame: 0, confidence: 0, plane: sample.plane, hit: sample.hit,
                isInterpolated: isInterpolated)
        }
        var places: [DrawnPoint] = []
        for (i, sample) in path.enumerated() {
            if fills, i > 0 {
                let before = path[i - 1]
                let way = sample.position - before.position
                let steps = Int((way.length / StrokeBuilder.step).rounded(.up))
                for k in 1..<max(steps, 1) {
                    let share = Double(k) / Double(steps)
                    let time = before.time + share * (sample.time - before.time)
                    places.append(point(before.position + way * share, time, sample, true))
                }
            }
            places.append(point(sample.position, sample.time, sample, false))
        }
        return places
    }
}

extension [PathSample] {
    /// The samples that a line within a tolerance of all of them needs; where the plane changes, both sides stay.
    ///
    /// Source: D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line or
    /// its caricature", The Canadian Cartographer 10(2), 1973.
    public func simplified(tolerance: Double) -> [PathSample] {
        guard count > 2 else { return self }
        var stays = map { _ in false }
        var open: [(first: Int, last: Int)] = []
        var start = 0
        for end in 1...count where end == count || self[end].plane != self[start].plane {
            stays[start] = true
            stays[end - 1] = true
            open.append((start, end - 1))
            start = end
        }
        while let (first, last) = open.popLast() {
            var farthest = (index: -1, distance: tolerance)
            for i in (first + 1)..<Swift.max(last, first + 1) {
                let distance = self[i].position.distance(toSegment: self[first].position, self[last].position)
                if distance > farthest.distance { farthest = (i, distance) }
            }
            guard farthest.index >= 0 else { continue }
            stays[farthest.index] = true
            open += [(first, farthest.index), (farthest.index, last)]
        }
        return zip(self, stays).compactMap { $1 ? $0 : nil }
    }
}

extension WorldPoint {
    /// The distance to the nearest place of a straight piece, metres.
    fileprivate func distance(toSegment a: Self, _ b: Self) -> Double {
        let way = b - a
        let squared = way.dot(way)
        let share = squared > 0 ? Swift.min(Swift.max((self - a).dot(way) / squared, 0), 1) : 0
        return distance(to: a + way * share)
    }
}
