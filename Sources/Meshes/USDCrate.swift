/// A USD layer as a crate file (`.usdc`), which is what Quick Look has always read.
///
/// Version 0.8.0 of the format, the oldest that readers of today take without a warning, so that those of yesterday do too.
/// Layout: OpenUSD, `crateFile.cpp`; a head, small values, arrays, and then tables of tokens, strings, fields, sets of fields,
/// paths and specs, which a table of contents names.
struct USDCrate {
    private var tokens: [String: UInt32] = [:]
    private var tokenList: [String] = []
    private var strings: [UInt32] = []
    private var fields: [(name: UInt32, representation: UInt64)] = []
    private var fieldSets: [UInt32] = []
    private var specs: [(path: UInt32, fieldSet: UInt32, kind: UInt32)] = []
    private var pathIndices: [String: UInt32] = [:]
    /// Small values, which begin after the head.
    private var small = Bytes()
    private var arrays: [USDArray] = []
    /// Fields whose value is an array, and which.
    private var arrayFields: [(field: Int, array: Int)] = []
    /// All that comes after the arrays.
    private var tables = Bytes()
    private var contents = Bytes()
    private var arrayOffsets: [Int] = []

    private static let head = 88
    private static let ends = UInt32.max
    private enum Kind: UInt32 { case attribute = 1, prim = 6, root = 7, relationship = 8 }

    /// How many bytes the file has.
    private(set) var size = 0

    /// Lays out a layer.
    ///
    /// - Parameters:
    ///   - metadata: of the layer.
    ///   - root: its only root prim.
    init(metadata: [(String, USDValue)], root: USDPrim) {
        _ = token("")
        number(root, below: "")
        layOut(metadata, root)
        finish(root)
    }

    /// Writes the file.
    func write(to output: inout BinaryOutput, _ progress: MeshProgress) throws {
        let start = output.count
        func pad(to place: Int) { while output.count - start < place { output.put(0 as UInt8) } }
        output.put(Array("PXR-USDC".utf8))
        output.put([0, 8, 0, 0, 0, 0, 0, 0])
        output.put(Int64(size - contents.bytes.count))
        output.put([UInt8](repeating: 0, count: 64))
        output.put(small.bytes)
        for (array, offset) in zip(arrays, arrayOffsets) {
            pad(to: offset)
            output.put(UInt64(array.count))
            try array.stream(&output, progress)
        }
        pad(to: size - contents.bytes.count - tables.bytes.count)
        output.put(tables.bytes)
        output.put(contents.bytes)
    }
}

/// Bytes that grow, numbers with the lowest byte first.
private struct Bytes {
    var bytes: [UInt8] = []

    mutating func put(_ number: some FixedWidthInteger) {
        var rest = number
        for _ in 0..<number.bitWidth / 8 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest = rest >> 8
        }
    }
    mutating func put(_ number: Double) { put(number.bitPattern) }
    mutating func put(_ number: Float) { put(number.bitPattern) }
    mutating func align() { while bytes.count % 8 != 0 { bytes.append(0) } }
}

extension USDCrate {
    private mutating func token(_ text: String) -> UInt32 {
        if let known = tokens[text] { return known }
        let index = UInt32(tokenList.count)
        tokens[text] = index
        tokenList.append(text)
        return index
    }

    /// Gives every path its number, a prim before its properties and those before its children.
    private mutating func number(_ prim: USDPrim, below parent: String) {
        if parent.isEmpty { pathIndices["/"] = 0 }
        let path = parent + "/" + prim.name
        pathIndices[path] = UInt32(pathIndices.count)
        for property in prim.properties { pathIndices[path + "." + property.name] = UInt32(pathIndices.count) }
        for child in prim.children { number(child, below: path) }
    }

    private mutating func layOut(_ metadata: [(String, USDValue)], _ root: USDPrim) {
        add(.root, path: "/", metadata + [("primChildren", .names([root.name]))])
        layOut(root, below: "")
    }

    private mutating func layOut(_ prim: USDPrim, below parent: String) {
        let path = parent + "/" + prim.name
        var fields: [(String, USDValue)] = [("specifier", .specifier(0)), ("typeName", .token(prim.type))] + prim.metadata
        if !prim.properties.isEmpty { fields.append(("properties", .names(prim.properties.map(\.name)))) }
        if !prim.children.isEmpty { fields.append(("primChildren", .names(prim.children.map(\.name)))) }
        add(.prim, path: path, fields)
        for property in prim.properties {
            var fields: [(String, USDValue)] = []
            if let type = property.type { fields.append(("typeName", .token(type))) }
            if property.isUniform { fields.append(("variability", .variability(1))) }
            add(property.type == nil ? .relationship : .attribute, path: path + "." + property.name, fields + property.fields)
        }
        for child in prim.children { layOut(child, below: path) }
    }

    private mutating func add(_ kind: Kind, path: String, _ list: [(String, USDValue)]) {
        specs.append((pathIndices[path] ?? 0, UInt32(fieldSets.count), kind.rawValue))
        for (name, value) in list {
            let name = token(name)
            let representation = represent(value)
            fieldSets.append(UInt32(fields.count))
            fields.append((name, representation))
        }
        fieldSets.append(Self.ends)
    }

    /// The 64 bits that stand for a value: its type, and the value itself or where it stands.
    private mutating func represent(_ value: USDValue) -> UInt64 {
        func inlined(_ type: UInt64, _ payload: UInt32) -> UInt64 { 1 << 62 | type << 48 | UInt64(payload) }
        func stored(_ type: UInt64, isArray: Bool = false, _ store: (inout Bytes) -> Void) -> UInt64 {
            small.align()
            let place = UInt64(Self.head + small.bytes.count)
            store(&small)
            return (isArray ? 1 << 63 : 0) | type << 48 | place
        }
        switch value {
        case .bool(let flag): return inlined(1, flag ? 1 : 0)
        case .float(let number): return inlined(8, Float(number).bitPattern)
        case .token(let text): return inlined(11, token(text))
        case .asset(let path): return inlined(12, token(path))
        case .specifier(let number): return inlined(42, number)
        case .variability(let number): return inlined(44, number)
        case .string(let text):
            strings.append(token(text))
            return inlined(10, UInt32(strings.count - 1))
        case .double(let number): return stored(9) { $0.put(number) }
        case .double3(let v): return stored(23) { for axis in 0..<3 { $0.put(v[axis]) } }
        case .float3(let v): return stored(24) { for axis in 0..<3 { $0.put(Float(v[axis])) } }
        case .float4(let v): return stored(28) { for axis in 0..<4 { $0.put(Float(v[axis])) } }
        case .names(let names):
            let list = names.map { token($0) }
            return stored(41) { $0.put(list) }
        case .tokens(let names):
            let list = names.map { token($0) }
            return stored(11, isArray: true) { bytes in
                bytes.put(list)
            }
        case .prepended(let names):
            let list = names.map { token($0) }
            return stored(32) { bytes in
                bytes.put(0x20 as UInt8)
                bytes.put(list)
            }
        case .paths(let paths):
            let list = paths.map { pathIndices[$0] ?? 0 }
            return stored(34) { bytes in
                // An explicit list, which has items.
                bytes.put(3 as UInt8)
                bytes.put(list)
            }
        case .samples(let samples):
            let values = samples.map { inlined(11, token($0.token)) }
            let times = stored(48) { bytes in
                bytes.put(UInt64(samples.count))
                for sample in samples { bytes.put(sample.time) }
            }
            return stored(46) { bytes in
                // Each of both parts begins with the way to it, over what a writer may have put between.
                bytes.put(8 as Int64)
                bytes.put(times)
                bytes.put(8 as Int64)
                bytes.put(UInt64(values.count))
                for value in values { bytes.put(value) }
            }
        case .array(let array):
            let type: UInt64 = 1 << 63 | array.element.rawValue << 48
            guard array.count > 0 else { return type }
            // Where it will stand is not known before all small values are.
            arrayFields.append((fields.count, arrays.count))
            arrays.append(array)
            return type
        }
    }
}

extension Bytes {
    /// Appends numbers as a crate file packs them, after the count of their bytes.
    fileprivate mutating func put(coded numbers: [Int32]) {
        let packed = CrateCoding.packed(CrateCoding.coded(numbers))
        put(UInt64(packed.count))
        bytes += packed
    }

    fileprivate mutating func put(_ list: [UInt32]) {
        put(UInt64(list.count))
        for item in list { put(item) }
    }
}

extension USDCrate {
    /// Makes the tables and gives everything its place.
    private mutating func finish(_ root: USDPrim) {
        small.align()
        var place = Self.head + small.bytes.count
        for array in arrays {
            arrayOffsets.append(place)
            place = (place + 8 + array.count * array.element.size + 7) / 8 * 8
        }
        for (field, array) in arrayFields {
            fields[field].representation |= UInt64(arrayOffsets[array])
        }
        // Names of paths are tokens too.
        let nodes = Self.node(of: root)
        collectTokens(of: nodes)
        var sections: [(name: String, start: Int, size: Int)] = []
        func section(_ name: String, _ fill: (inout Bytes) -> Void) {
            let start = tables.bytes.count
            fill(&tables)
            sections.append((name, place + start, tables.bytes.count - start))
            tables.align()
        }
        section("TOKENS") { bytes in
            let text: [UInt8] = tokenList.flatMap { Array($0.utf8) + [0] }
            let packed = CrateCoding.packed(text)
            bytes.put(UInt64(tokenList.count))
            bytes.put(UInt64(text.count))
            bytes.put(UInt64(packed.count))
            bytes.bytes += packed
        }
        section("STRINGS") { $0.put(strings) }
        section("FIELDS") { bytes in
            var representations = Bytes()
            for field in fields { representations.put(field.representation) }
            let packed = CrateCoding.packed(representations.bytes)
            bytes.put(UInt64(fields.count))
            bytes.put(coded: fields.map { Int32(bitPattern: $0.name) })
            bytes.put(UInt64(packed.count))
            bytes.bytes += packed
        }
        section("FIELDSETS") { bytes in
            bytes.put(UInt64(fieldSets.count))
            bytes.put(coded: fieldSets.map { Int32(bitPattern: $0) })
        }
        section("PATHS") { bytes in
            var paths = PathTable()
            // The root, whose only child follows.
            paths.add(index: 0, token: 0, jump: -1)
            add(nodes, hasSibling: false, to: &paths)
            bytes.put(UInt64(pathIndices.count))
            bytes.put(UInt64(paths.indices.count))
            bytes.put(coded: paths.indices)
            bytes.put(coded: paths.tokens)
            bytes.put(coded: paths.jumps)
        }
        section("SPECS") { bytes in
            bytes.put(UInt64(specs.count))
            bytes.put(coded: specs.map { Int32(bitPattern: $0.path) })
            bytes.put(coded: specs.map { Int32(bitPattern: $0.fieldSet) })
            bytes.put(coded: specs.map { Int32(bitPattern: $0.kind) })
        }
        contents.put(UInt64(sections.count))
        for section in sections {
            let name = Array(section.name.utf8)
            contents.bytes += name + [UInt8](repeating: 0, count: 16 - name.count)
            contents.put(Int64(section.start))
            contents.put(Int64(section.size))
        }
        size = place + tables.bytes.count + contents.bytes.count
    }

    /// A path of the tree.
    private struct Node {
        var name: String
        var isProperty: Bool
        var children: [Node]
    }

    private static func node(of prim: USDPrim) -> Node {
        let properties = prim.properties.map { Node(name: $0.name, isProperty: true, children: []) }
        return Node(name: prim.name, isProperty: false, children: properties + prim.children.map(node))
    }

    private mutating func collectTokens(of node: Node) {
        _ = token(node.name)
        for child in node.children { collectTokens(of: child) }
    }

    /// The paths as three lists: their numbers, their names (negative for properties), and how the tree goes on after each.
    private struct PathTable {
        var indices: [Int32] = []
        var tokens: [Int32] = []
        var jumps: [Int32] = []

        mutating func add(index: Int32, token: Int32, jump: Int32) {
            indices.append(index)
            tokens.append(token)
            jumps.append(jump)
        }
    }

    /// Adds a path and those below it; the numbers come in the same order as they were given.
    private func add(_ node: Node, hasSibling: Bool, to paths: inout PathTable) {
        let here = paths.indices.count
        let token = Int32(bitPattern: tokens[node.name] ?? 0)
        paths.add(index: Int32(here), token: node.isProperty ? -token : token, jump: 0)
        for (number, child) in node.children.enumerated() {
            add(child, hasSibling: number + 1 < node.children.count, to: &paths)
        }
        // A way to the sibling over the children, or a mark: 0 the sibling follows, −1 a child follows, −2 nothing does.
        let hasChild = !node.children.isEmpty
        paths.jumps[here] =
            hasSibling ? (hasChild ? Int32(paths.indices.count - here) : 0) : hasChild ? -1 : -2
    }
}
