internal import COpenCV
private import Synchronization

/// The memory of one picture; filled again and again by what decodes into it.
///
/// It is `Sendable` because whoever fills it holds the only reference.
@safe final class PictureMemory: @unchecked Sendable {
    let handle: OpaquePointer

    init() throws(ImagingFailure) {
        unsafe handle = try unsafe shim("a picture") { unsafe ad_picture_create($0) }
    }

    deinit { unsafe ad_picture_destroy(handle) }

    var width: Int { Int(unsafe ad_picture_width(handle)) }
    var height: Int { Int(unsafe ad_picture_height(handle)) }

    /// Lends the pixels: three bytes each, and the number of bytes from row to row.
    @unsafe func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>, _ stride: Int) throws -> Result) rethrows -> Result {
        var stride = 0
        let start = unsafe ad_picture_bytes(handle, &stride)
        return try unsafe body(.init(start: start, count: start == nil ? 0 : stride * height), stride)
    }
}

/// Memory of pictures that nobody holds any more, so that a film needs no new memory for each frame.
final class PicturePool: Sendable {
    private let free = Mutex<[PictureMemory]>([])
    /// More than ever wait at one time: those of a ``ReadAhead`` and a few that trackers keep.
    private let limit = 8

    /// Memory to decode into: used before, or new and empty.
    func memory() throws(ImagingFailure) -> PictureMemory {
        if let used = free.withLock({ $0.popLast() }) { return used }
        return try PictureMemory()
    }

    /// Takes the memory of a picture that is gone.
    func take(back memory: PictureMemory) {
        free.withLock { if $0.count < limit { $0.append(memory) } }
    }
}
