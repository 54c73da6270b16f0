internal import Spaces

extension ValueKind where Value == Intrinsics {
    /// Focal lengths and principal point.
    static let intrinsics = Self(
        "FX,FY,CX,CY", accepted: "focal lengths above 0 and principal point in pixels, such as 600,600,319.5,239.5"
    ) { text in
        guard let n = decimalNumbers(text, count: 4), n[0] > 0, n[1] > 0 else { return nil }
        return Intrinsics(fx: n[0], fy: n[1], cx: n[2], cy: n[3])
    }
}

extension ValueKind where Value == LensDistortion {
    /// The five Brown–Conrady coefficients.
    static let distortion = Self(
        "K1,K2,P1,P2,K3", accepted: "five Brown-Conrady coefficients, such as 0.1,-0.05,0,0,0"
    ) { text in
        decimalNumbers(text, count: 5).map { .init(k1: $0[0], k2: $0[1], p1: $0[2], p2: $0[3], k3: $0[4]) }
    }
}

extension ValueKind where Value == RigidTransform<CameraSpace, WorldSpace> {
    /// The first three rows of a rigid matrix.
    static let pose = Self(
        "R11,R12,R13,TX,...,TZ",
        accepted: "twelve numbers, the first three rows of a rigid 4 x 4 matrix, such as 1,0,0,0,0,0,1,0.5,0,-1,0,0"
    ) { text in
        guard let n = decimalNumbers(text, count: 12) else { return nil }
        return RigidTransform<CameraSpace, WorldSpace>(rows: [Array(n[0..<4]), Array(n[4..<8]), Array(n[8..<12]), [0, 0, 0, 1]])
    }
}

extension ValueKind where Value == HorizontalPlaneChoice {
    /// Centre, width and length.
    static let horizontalPlane = Self(
        "X,Y,Z,WIDTH,LENGTH", accepted: "five numbers in metres, width and length above 0, such as 0,-0.4,0,1,0.6"
    ) { text in
        guard let n = decimalNumbers(text, count: 5), n[3] > 0, n[4] > 0 else { return nil }
        return .init(center: .init(x: n[0], y: n[1], z: n[2]), width: n[3], length: n[4])
    }
}

extension ValueKind where Value == ViewSize {
    /// Width and height of a view.
    static let viewport = Self("W,H", accepted: "a width and a height above 0 in view points, such as 375,812") { text in
        guard let n = decimalNumbers(text, count: 2), n[0] > 0, n[1] > 0 else { return nil }
        return .init(width: n[0], height: n[1])
    }
}

extension ValueKind where Value == PixelSize {
    /// Width and height of a picture.
    static let imageSize = Self("W,H", accepted: "a width and a height in whole pixels, such as 1920,1440") { text in
        guard let n = decimalNumbers(text, count: 2), n.allSatisfy({ $0 >= 1 && $0 <= 16_384 && $0 == $0.rounded() }) else {
            return nil
        }
        return .init(width: n[0], height: n[1])
    }
}

extension ValueKind where Value == WorldVector {
    /// A direction of the world.
    static let direction = Self("X,Y,Z", accepted: "a direction that is not 0,0,0, such as 0,0,-1") { text in
        guard let n = decimalNumbers(text, count: 3), n.contains(where: { $0 != 0 }) else { return nil }
        return .init(x: n[0], y: n[1], z: n[2])
    }
}
