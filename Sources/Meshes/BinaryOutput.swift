internal import Files

/// What a writer tells its caller: how much is done, of how much; it may throw to end the writing.
public typealias MeshProgress = (_ done: Int, _ total: Int) throws -> Void

/// Bytes on their way to a file, in blocks; or to nowhere, to learn their count and check sum beforehand.
@safe struct BinaryOutput: ~Copyable {
    /// Bytes so far.
    private(set) var count = 0
    /// Their check sum, where it was asked for.
    private(set) var checkSum: CRC32?
    private let file: AtomicFile?
    private let room: UnsafeMutableRawBufferPointer
    private var used = 0
    private let total: Int
    private var done: Int
    private static let block = 1 << 18

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - file: where bytes go; nil for nowhere.
    ///   - total: how much work there is in all, in points.
    ///   - done: how much of it is done already.
    ///   - size: how many bytes will be written in all, where that is known; their place on the disk is asked for now.
    ///   - checks: whether the check sum is wanted.
    init(file: AtomicFile?, total: Int, done: Int = 0, size: Int? = nil, checks: Bool = false) {
        if let size { file?.reserve(size) }
        self.file = file
        self.total = total
        self.done = done
        checkSum = checks ? CRC32() : nil
        unsafe room = .allocate(byteCount: Self.block, alignment: 16)
    }

    deinit { unsafe room.deallocate() }

    /// Gives the file what is gathered.
    mutating func drain() {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: room[..<used])
        unsafe checkSum?.update(bytes)
        unsafe file?.write(contentsOf: bytes)
        used = 0
    }

    /// Appends bytes.
    mutating func put(_ bytes: [UInt8]) {
        count += bytes.count
        drain()
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe checkSum?.update(bytes)
            unsafe file?.write(contentsOf: bytes)
        }
    }

    /// Appends a number, the lowest byte first.
    mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
        let size = MemoryLayout<Number>.size
        if used + size > Self.block { drain() }
        unsafe room.storeBytes(of: number.littleEndian, toByteOffset: used, as: Number.self)
        used += size
        count += size
    }

    /// Appends zeros until the count is a multiple of something.
    mutating func pad(to alignment: Int, with byte: UInt8 = 0) {
        while count % alignment != 0 { put(byte) }
    }

    /// Appends records of one size, which `body` stores at the place it is given.
    ///
    /// - Parameters:
    ///   - number: how many records.
    ///   - size: bytes of a record.
    ///   - work: how many points of progress a record is.
    ///   - progress: told about them now and then.
    ///   - body: stores the record of an index; every byte of it must be stored.
    @inline(__always)
    mutating func records(
        _ number: Int, of size: Int, work: Int = 0, progress: MeshProgress, _ body: (Int, UnsafeMutableRawPointer) -> Void
    ) throws {
        precondition(size <= Self.block, "a record fits a block")
        let perBlock = max(min(Self.block / max(size, 1), 1 << 14), 1)
        var first = 0
        while first < number {
            let end = min(first + perBlock, number)
            let bytes = (end - first) * size
            if used + bytes > Self.block { drain() }
            guard let base = unsafe room.baseAddress else { return }
            var place = unsafe base + used
            for index in first..<end {
                unsafe body(index, place)
                unsafe place += size
            }
            used += bytes
            count += bytes
            if work > 0 {
                done += (end - first) * work
                if let file, file.hasFailed { try file.finish() }
                try progress(done, total)
            }
            first = end
        }
    }
}

extension UnsafeMutableRawPointer {
    /// Stores three floats in a row.
    @inline(__always) func store(_ v: SIMD3<Double>, at offset: Int = 0) {
        let v = SIMD3<Float>(v)
        unsafe storeBytes(of: v.x, toByteOffset: offset, as: Float.self)
        unsafe storeBytes(of: v.y, toByteOffset: offset + 4, as: Float.self)
        unsafe storeBytes(of: v.z, toByteOffset: offset + 8, as: Float.self)
    }

    /// Stores two floats in a row.
    @inline(__always) func store(_ v: SIMD2<Double>, at offset: Int = 0) {
        unsafe storeBytes(of: Float(v.x), toByteOffset: offset, as: Float.self)
        unsafe storeBytes(of: Float(v.y), toByteOffset: offset + 4, as: Float.self)
    }

    /// Stores three indices in a row.
    @inline(__always) func store(_ v: SIMD3<Int32>, at offset: Int = 0) {
        unsafe storeBytes(of: v.x, toByteOffset: offset, as: Int32.self)
        unsafe storeBytes(of: v.y, toByteOffset: offset + 4, as: Int32.self)
        unsafe storeBytes(of: v.z, toByteOffset: offset + 8, as: Int32.self)
    }
}
