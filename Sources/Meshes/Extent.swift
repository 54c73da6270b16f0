internal import Spaces

/// The box round points, its sides along the axes.
struct Extent: Hashable, Sendable {
    var low = SIMD3<Double>(repeating: .infinity)
    var high = SIMD3<Double>(repeating: -.infinity)

    /// Whether nothing is in it.
    var isEmpty: Bool { !(low.x <= high.x) }
    /// Its middle; zero when it is empty.
    var middle: SIMD3<Double> { isEmpty ? .zero : low + (high - low) / 2 }

    /// Makes an empty one.
    init() {}

    /// Makes the one round points.
    init(_ points: some Sequence<SIMD3<Double>>) {
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
    }

    /// The same box seen from a place.
    func about(_ place: SIMD3<Double>) -> Extent {
        var extent = Extent()
        extent.low = low - place
        extent.high = high - place
        return extent
    }

    /// Grows to hold another one.
    mutating func formUnion(_ other: Extent) {
        low = pointwiseMin(low, other.low)
        high = pointwiseMax(high, other.high)
    }
}

extension BoxRun {
    /// The box round all boxes, exactly as the sums of places and corners are rounded.
    func extent(of template: Mesh) -> Extent {
        guard !places.isEmpty else { return Extent() }
        let places = Extent(places.lazy.map(\.coordinates))
        let corners = Extent(template.positions)
        var extent = Extent()
        // A sum that grows with both of its parts is smallest where both are.
        extent.low = places.low + corners.low
        extent.high = places.high + corners.high
        return extent
    }
}

extension MeshObject {
    /// The box round its surfaces.
    var extent: Extent {
        var extent = Extent()
        for part in parts {
            switch part {
            case .boxes(let run): extent.formUnion(run.extent(of: run.turnedMesh))
            case .mesh(let mesh): extent.formUnion(mesh.extent)
            case .polyline: break
            }
        }
        return extent
    }
}

extension MeshScene {
    /// The box round all surfaces, and lines where asked for.
    func extent(withLines: Bool = false) -> Extent {
        var extent = Extent()
        for object in objects {
            extent.formUnion(object.extent)
            guard withLines else { continue }
            for case .polyline(let points) in object.parts { extent.formUnion(Extent(points.lazy.map(\.coordinates))) }
        }
        return extent
    }

    /// How many triangles there are.
    var triangleCount: Int {
        objects.lazy.flatMap(\.parts).reduce(0) { sum, part in
            switch part {
            case .boxes(let run): sum + run.places.count * run.box.mesh.triangles.count
            case .mesh(let mesh): sum + mesh.triangles.count
            case .polyline: sum
            }
        }
    }
}
