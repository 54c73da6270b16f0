/// Lays a texture on a surface as on a block that it is carved from: each triangle has the side of a box that it faces most.
struct BoxTexture {
    /// Side of the square that a texture covers, metres.
    static let side = 0.1

    /// The places on the texture.
    private(set) var coordinates: [SIMD2<Double>] = []
    /// For each position and each of three directions: its place on the texture, −1 for none yet.
    private var slots: [Int32] = []

    /// The places of a triangle's corners on the texture.
    ///
    /// - Parameters:
    ///   - triangle: the numbers of its positions.
    ///   - places: all positions in the axes of the block, metres.
    mutating func coordinates(of triangle: SIMD3<Int32>, at places: [SIMD3<Double>]) -> SIMD3<Int32> {
        if slots.count < 3 * places.count { slots += Array(repeating: -1, count: 3 * places.count - slots.count) }
        let a = places[Int(triangle.x)]
        let facing = cross(places[Int(triangle.y)] - a, places[Int(triangle.z)] - a)
        let size = SIMD3(abs(facing.x), abs(facing.y), abs(facing.z))
        let direction = size.z >= max(size.x, size.y) ? 2 : size.x > size.y ? 0 : 1
        var result = SIMD3<Int32>.zero
        for k in 0..<3 {
            let slot = 3 * Int(triangle[k]) + direction
            if slots[slot] < 0 {
                let p = places[Int(triangle[k])] / Self.side
                slots[slot] = Int32(coordinates.count)
                coordinates.append(direction == 2 ? SIMD2(p.x, p.y) : direction == 0 ? SIMD2(p.y, p.z) : SIMD2(p.x, p.z))
            }
            result[k] = slots[slot]
        }
        return result
    }
}
