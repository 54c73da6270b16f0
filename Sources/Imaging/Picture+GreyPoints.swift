public import Spaces

extension Picture {
    /// The grey levels at places between pixels, 0…255 (BT.601, bilinear); outside the picture those of its edge.
    public func greyLevels(at places: [PixelPoint]) -> [Double] {
        unsafe memory.withBytes { bytes, stride in
            func grey(_ x: Int, _ y: Int) -> Double {
                let i = min(max(y, 0), height - 1) * stride + 3 * min(max(x, 0), width - 1)
                return unsafe 0.114 * Double(bytes[i]) + 0.587 * Double(bytes[i + 1]) + 0.299 * Double(bytes[i + 2])
            }
            return places.map { p in
                guard p.isFinite, abs(p.x) < 1e6, abs(p.y) < 1e6 else { return 0 }
                let x = Int(p.x.rounded(.down))
                let y = Int(p.y.rounded(.down))
                let fx = p.x - Double(x)
                let fy = p.y - Double(y)
                return (grey(x, y) * (1 - fx) + grey(x + 1, y) * fx) * (1 - fy)
                    + (grey(x, y + 1) * (1 - fx) + grey(x + 1, y + 1) * fx) * fy
            }
        }
    }
}
