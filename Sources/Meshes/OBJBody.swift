internal import Files
internal import Spaces

/// The lines of an OBJ file while it is written: what was numbered so far, and the text not yet given to the file.
struct OBJBody {
    private(set) var counts = MeshCounts()
    private let file: AtomicFile
    private let total: Int
    private var done = 0
    private var text = DecimalText(capacity: Self.block + 4096)
    private var normals: [SIMD3<Int64>: UInt64] = [:]
    private static let block = 1 << 18
    /// Longest line of points: some readers have a limit, and a longer line goes on from its last point.
    private static let pointsPerLine = 1000

    init(file: AtomicFile, total: Int) {
        self.file = file
        self.total = total
    }

    mutating func head(comments: [String], library: String) {
        text.append("# AirDraw mesh. Unit: metre. Axes: right-handed, y up. Corners: x y z red green blue.\n")
        for comment in comments { text.append("# " + comment.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n") }
        text.append("mtllib \(library)\n")
    }

    mutating func write(_ object: MeshObject, of scene: MeshScene, progress: (Int, Int) throws -> Void) throws {
        text.append("o \(OBJWriter.word(object.name))\nusemtl \(OBJWriter.word(object.material))\n")
        counts.objects += 1
        let colour = scene.colour(of: object)
        let places = scene.texturePlaces(of: object)
        for part in object.parts {
            switch part {
            case .boxes(let run): try write(run, colour, places, progress)
            case .mesh(let mesh): try write(mesh, colour, places, progress)
            case .polyline(let points): try write(points, colour, progress)
            }
        }
    }

    /// Gives the file what is left.
    mutating func drain() {
        counts.bytes += text.count
        file.write(text.bytes)
        text.removeAll()
    }

    private mutating func drainIfFull() {
        if text.count >= Self.block { drain() }
    }

    /// Counts points and asks the caller now and then.
    private mutating func advance(_ progress: (Int, Int) throws -> Void) throws {
        done += 1
        if done % OBJWriter.stride == 0 {
            if file.hasFailed { try file.finish() }
            try progress(done, total)
        }
    }
}

extension OBJBody {
    private mutating func write(
        _ run: BoxRun, _ colour: Colour, _ places: TexturePlaces?, _ progress: (Int, Int) throws -> Void
    ) throws {
        let mesh = run.turnedMesh
        let common = colourText(colour)
        let first = UInt64(counts.vertices)
        let firstPlace = UInt64(counts.textureCoordinates)
        for (index, place) in run.places.enumerated() {
            let ending = run.colours.map { colourText($0[index]) } ?? common
            text.reserve(mesh.positions.count * 160)
            for offset in mesh.positions { vertex(place.coordinates + offset, ending) }
            if let places {
                for offset in mesh.positions { textureCoordinate(places(run.inPlane(place.coordinates + offset))) }
            }
            drainIfFull()
            try advance(progress)
        }
        let normals = numbers(of: mesh.normals)
        // Each corner of a face as (corner of the box, text after the vertex number): the rest is counting up.
        let corners = mesh.triangles.map { triangle in
            (0..<3).map { (Int(triangle.positions[$0]), normals[Int(triangle.normals[$0])]) }
        }
        var numbers = NumberTexts(count: mesh.positions.count)
        var placeNumbers = NumberTexts(count: places == nil ? 0 : mesh.positions.count)
        for index in run.places.indices {
            numbers.set(first: first + UInt64(index * mesh.positions.count) + 1)
            placeNumbers.set(first: firstPlace + UInt64(index * mesh.positions.count) + 1)
            text.reserve(corners.count * 192)
            for corner in corners {
                text.put(0x66)
                for (position, normal) in corner {
                    text.put(0x20)
                    text.put(numbers, position)
                    text.put(0x2F)
                    if places != nil { text.put(placeNumbers, position) }
                    text.put(normal)
                }
                text.put(0x0A)
            }
            drainIfFull()
            try advance(progress)
        }
        counts.faces += corners.count * run.places.count
    }

    private mutating func write(
        _ mesh: Mesh, _ colour: Colour, _ places: TexturePlaces?, _ progress: (Int, Int) throws -> Void
    ) throws {
        let common = colourText(colour)
        let first = UInt64(counts.vertices) + 1
        let firstNormal = UInt64(counts.normals) + 1
        let firstPlace = UInt64(counts.textureCoordinates) + 1
        for (index, position) in mesh.positions.enumerated() {
            text.reserve(96)
            vertex(position, common, mesh.colours?[index])
            drainIfFull()
            try advance(progress)
        }
        for normal in mesh.normals {
            text.reserve(64)
            text.put(0x76)
            text.put(0x6E)
            for axis in 0..<3 {
                text.put(0x20)
                text.putDecimal(normal[axis])
            }
            text.put(0x0A)
            drainIfFull()
        }
        counts.normals += mesh.normals.count
        // A surface without places of its own has one for each position.
        let hasOwn = !mesh.textureCoordinates.isEmpty
        let isTextured = hasOwn || places != nil
        for place in mesh.textureCoordinates {
            text.reserve(64)
            textureCoordinate(place)
            drainIfFull()
        }
        if !hasOwn, let places {
            for position in mesh.positions {
                text.reserve(64)
                textureCoordinate(places(position))
                drainIfFull()
            }
        }
        let groups = mesh.groups.sorted { $0.triangles.lowerBound < $1.triangles.lowerBound }
        var group = 0
        for (index, triangle) in mesh.triangles.enumerated() {
            while group < groups.count, groups[group].triangles.lowerBound <= index {
                text.append("g \(OBJWriter.word(groups[group].name))\n")
                group += 1
            }
            text.reserve(192)
            text.put(0x66)
            for corner in 0..<3 {
                text.put(0x20)
                text.putNumber(first + UInt64(triangle.positions[corner]))
                text.put(0x2F)
                if isTextured {
                    text.putNumber(
                        firstPlace + UInt64(hasOwn ? triangle.textureCoordinates[corner] : triangle.positions[corner]))
                }
                text.put(0x2F)
                text.putNumber(firstNormal + UInt64(triangle.normals[corner]))
            }
            text.put(0x0A)
            drainIfFull()
            try advance(progress)
        }
        counts.faces += mesh.triangles.count
    }

    private mutating func write(_ points: [WorldPoint], _ colour: Colour, _ progress: (Int, Int) throws -> Void) throws {
        let ending = colourText(colour)
        let first = UInt64(counts.vertices) + 1
        var last: SIMD3<Int64>?
        var kept: [SIMD3<Double>] = []
        for point in points {
            let place = Self.steps(point.coordinates)
            // Two points that are written alike would make a piece without a length.
            if place != last { kept.append(point.coordinates) }
            last = place
        }
        guard kept.count > 1 else { return }
        for point in kept {
            text.reserve(96)
            vertex(point, ending)
            drainIfFull()
            try advance(progress)
        }
        var start = 0
        while start < kept.count - 1 {
            let end = min(start + Self.pointsPerLine, kept.count - 1)
            text.reserve((end - start + 2) * 21)
            text.put(0x6C)
            for index in start...end {
                text.put(0x20)
                text.putNumber(first + UInt64(index))
            }
            text.put(0x0A)
            start = end
        }
        counts.lineSegments += kept.count - 1
    }
}

extension OBJBody {
    /// Stores `v x y z r g b`; takes at most 96 bytes.
    @inline(__always) private mutating func vertex(_ p: SIMD3<Double>, _ ending: [UInt8], _ colour: Colour? = nil) {
        text.put(0x76)
        for axis in 0..<3 {
            text.put(0x20)
            text.putMetres(p[axis])
        }
        if let colour {
            text.putThousandths(colour.red)
            text.putThousandths(colour.green)
            text.putThousandths(colour.blue)
            text.put(0x0A)
        } else {
            text.put(ending)
        }
        counts.vertices += 1
    }

    /// Stores `vt u v`; takes at most 40 bytes.
    @inline(__always) private mutating func textureCoordinate(_ place: SIMD2<Double>) {
        text.put(0x76)
        text.put(0x74)
        text.put(0x20)
        text.putDecimal(place.x)
        text.put(0x20)
        text.putDecimal(place.y)
        text.put(0x0A)
        counts.textureCoordinates += 1
    }

    /// The end of a corner's line: its colour in thousandths.
    private func colourText(_ colour: Colour) -> [UInt8] {
        let parts = [colour.red, colour.green, colour.blue].map { DecimalText.short(($0 * 1000).rounded() / 1000) }
        return Array((" " + parts.joined(separator: " ") + "\n").utf8)
    }

    /// The texts `/n` of directions, after writing those that are new.
    private mutating func numbers(of directions: [SIMD3<Double>]) -> [[UInt8]] {
        directions.map { direction in
            let key = Self.steps(direction)
            let number = normals[key] ?? UInt64(counts.normals + 1)
            if normals.updateValue(number, forKey: key) == nil {
                let parts = [direction.x, direction.y, direction.z].map(DecimalText.short)
                text.append("vn " + parts.joined(separator: " ") + "\n")
                counts.normals += 1
            }
            return Array("/\(number)".utf8)
        }
    }

    private static func steps(_ v: SIMD3<Double>) -> SIMD3<Int64> {
        SIMD3(DecimalText.steps(v.x), DecimalText.steps(v.y), DecimalText.steps(v.z))
    }
}
