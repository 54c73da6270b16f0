internal import CClipper

extension GridArea {
    /// How far a polygon may miss its circle, grid steps.
    private static let tolerance = 2.0
    /// Gaps and necks narrower than about twice this are closed or left out, grid steps.
    private static let slit = 4.0

    /// The connected areas that a round pen covers along lines.
    ///
    /// - Parameters:
    ///   - lines: corners of each line; one alone is a dot.
    ///   - radii: the pen's radius at each corner, grid steps; nil for `radius` everywhere.
    ///   - radius: the pen's radius, grid steps.
    ///   - attempt: 0 at first; a later one closes slightly wider gaps.
    /// - Throws: ``MeshFailure`` when the library cannot do it.
    static func swept(_ lines: [[Place]], radii: [[Double]]?, radius: Double, attempt: Int) throws -> [GridArea] {
        let slit = slit * (1 + 0.37 * Double(attempt))
        let flatRadii = radii?.flatMap { $0 }
        return try unsafe areas { error in
            unsafe withCorners(of: lines) { xy, counts in
                guard let flatRadii else {
                    return unsafe ac_swept(xy, counts, lines.count, nil, radius, tolerance, slit, error)
                }
                return unsafe flatRadii.withUnsafeBufferPointer { radii in
                    unsafe ac_swept(xy, counts, lines.count, radii.baseAddress, radius, tolerance, slit, error)
                }
            }
        }
    }

    /// The part that is at least some grid steps from the outlines; several areas where it falls apart, none where nothing is left.
    func shrunk(by inset: Double, attempt: Int) throws -> GridArea {
        let slit = Self.slit * (1 + 0.37 * Double(attempt))
        let parts = try unsafe Self.areas { error in
            unsafe Self.withCorners(of: rings) { xy, counts in
                unsafe ac_shrunk(xy, counts, rings.count, inset, Self.tolerance, slit, error)
            }
        }
        return GridArea(rings: parts.flatMap(\.rings))
    }

    /// Gives the corners of rings to a body as the library takes them.
    private static func withCorners<Result>(
        of rings: [[Place]], _ body: (UnsafePointer<Int64>, UnsafePointer<Int>) -> Result
    ) -> Result {
        var numbers: [Int64] = []
        numbers.reserveCapacity(2 * rings.reduce(1) { $0 + $1.count })
        for ring in rings { for p in ring { numbers += [p.x, p.y] } }
        // An empty array need not have an address.
        let counts = rings.map(\.count) + [0]
        numbers.append(0)
        return unsafe numbers.withUnsafeBufferPointer { xy in
            unsafe counts.withUnsafeBufferPointer { counts in
                guard let xy = xy.baseAddress, let counts = counts.baseAddress else {
                    preconditionFailure("arrays are not empty")
                }
                return unsafe body(xy, counts)
            }
        }
    }

    /// Asks the library for outlines and takes them over.
    private static func areas(_ body: (UnsafeMutablePointer<ac_error>) -> OpaquePointer?) throws -> [GridArea] {
        var error = ac_error()
        guard let rings = unsafe body(&error) else {
            let words = unsafe withUnsafeBytes(of: &error.message) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw MeshFailure.outline(words)
        }
        defer { unsafe ac_rings_destroy(rings) }
        var areas: [GridArea] = []
        for i in 0..<(unsafe ac_rings_count(rings)) {
            let size = unsafe ac_ring_size(rings, i)
            let numbers = unsafe [Int64](unsafeUninitializedCapacity: 2 * size) { buffer, count in
                if let start = buffer.baseAddress { unsafe ac_ring_copy(rings, i, start) }
                count = 2 * size
            }
            if unsafe ac_ring_area(rings, i) == areas.count { areas.append(GridArea(rings: [])) }
            areas[areas.count - 1].rings.append((0..<size).map { Place(numbers[2 * $0], numbers[2 * $0 + 1]) })
        }
        return areas
    }
}
