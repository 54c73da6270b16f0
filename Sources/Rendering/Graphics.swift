internal import CEGL

/// The door to the driver: a context, and what lies in its memory.
///
/// Not `Sendable`: one thread at a time, though it may be another one for the next picture.
@safe final class Graphics {
    private let handle: OpaquePointer

    /// Opens the driver.
    ///
    /// - Throws: ``RenderingFailure`` with the packages that are missing.
    init() throws(RenderingFailure) {
        unsafe handle = try unsafe graphics("the renderer") { unsafe ag_renderer_create($0) }
    }

    deinit { unsafe ag_renderer_destroy(handle) }

    /// The driver's name.
    var driver: String { unsafe String(cString: ag_renderer_name(handle)) }

    /// Draws a picture: `draw` between a beginning and an end, and `meanwhile` while the driver works.
    ///
    /// - Returns: the pixels of the part, four bytes each: red, green, blue and opacity, premultiplied.
    func picture(
        width: Int, height: Int, part: ag_rect, isSmooth: Bool, camera: ag_camera,
        meanwhile: () throws -> Void, _ draw: () throws -> Void
    ) throws -> [UInt8] {
        var camera = camera
        try unsafe graphicsCheck("a picture of \(width) × \(height)") { error in
            unsafe ag_begin(
                handle, Int32(clamping: width), Int32(clamping: height), part, isSmooth, &camera, error)
        }
        do {
            try draw()
            unsafe ag_flush(handle)
            try meanwhile()
        } catch {
            var ignored = ag_error()  // Dropping a picture does not fail.
            _ = unsafe ag_end(handle, nil, 0, &ignored)
            throw error
        }
        let size = Int(part.width) * Int(part.height) * 4
        var failure: RenderingFailure?
        let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            do throws(RenderingFailure) {
                try unsafe graphicsCheck("a picture of \(width) × \(height)") { error in
                    unsafe ag_end(handle, buffer.baseAddress, size, error)
                }
                count = size
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return pixels
    }

    /// Copies triangles to the driver; while a picture is drawn.
    func mesh(_ vertices: [ag_vertex], _ indices: [UInt32]) throws(RenderingFailure) -> GraphicsMesh {
        unsafe GraphicsMesh(
            try unsafe graphics("a mesh") { error in
                unsafe ag_mesh_create(handle, vertices, vertices.count, indices, indices.count, error)
            })
    }

    /// Copies a picture to the driver; while a picture is drawn.
    @unsafe func texture(
        _ bytes: UnsafeBufferPointer<UInt8>, stride: Int, width: Int, height: Int, repeats: Bool
    ) throws(RenderingFailure) -> GraphicsTexture {
        guard let base = bytes.baseAddress else {
            throw RenderingFailure("a picture on a surface has no pixels")
        }
        return unsafe GraphicsTexture(
            try unsafe graphics("a picture on a surface") { error in
                unsafe ag_texture_create(
                    handle, base, bytes.count, stride, Int32(clamping: width), Int32(clamping: height), repeats, error)
            })
    }

    /// Draws a mesh, at many places where there are instances.
    func draw(
        _ mesh: GraphicsMesh, at instances: [ag_instance]? = nil, texture: GraphicsTexture? = nil,
        _ how: ag_draw
    ) throws(RenderingFailure) {
        var how = how
        try unsafe graphicsCheck("a mesh") { error in
            guard let instances else {
                return unsafe ag_draw_mesh(handle, mesh.handle, nil, 0, texture?.handle, &how, error)
            }
            if instances.isEmpty { return true }
            return unsafe ag_draw_mesh(
                handle, mesh.handle, instances, instances.count, texture?.handle, &how, error)
        }
    }

    /// Takes the depth of all that was drawn back.
    func forgetDepth() { unsafe ag_forget_depth(handle) }

    /// Draws lines and dots.
    func draw(_ capsules: [ag_capsule], testsDepth: Bool, bias: Float) throws(RenderingFailure) {
        guard !capsules.isEmpty else { return }
        try unsafe graphicsCheck("lines") { error in
            unsafe ag_draw_capsules(handle, capsules, capsules.count, testsDepth, bias, error)
        }
    }
}

/// Triangles in the driver's memory.
@safe final class GraphicsMesh {
    let handle: OpaquePointer
    init(_ handle: OpaquePointer) { unsafe self.handle = handle }
    deinit { unsafe ag_mesh_destroy(handle) }
}

/// A picture in the driver's memory.
@safe final class GraphicsTexture {
    let handle: OpaquePointer
    init(_ handle: OpaquePointer) { unsafe self.handle = handle }
    deinit { unsafe ag_texture_destroy(handle) }
}

/// Calls a function of the driver's door and turns the error that it fills into a ``RenderingFailure``.
private func graphics<Result>(
    _ subject: @autoclosure () -> String, _ body: (UnsafeMutablePointer<ag_error>) -> Result?
) throws(RenderingFailure) -> Result {
    var error = ag_error()
    if let result = unsafe body(&error) { return result }
    let words = unsafe String(cString: ag_error_message(&error))
    if error.no_driver {
        throw RenderingFailure(
            "nothing can be drawn over the picture, because \(words)",
            cure: "install Mesa's software driver: apt-get install libegl1 libgles2 libgl1-mesa-dri")
    }
    throw RenderingFailure("\(subject()): \(words)")
}

private func graphicsCheck(
    _ subject: @autoclosure () -> String, _ body: (UnsafeMutablePointer<ag_error>) -> Bool
) throws(RenderingFailure) {
    _ = try unsafe graphics(subject()) { unsafe body($0) ? true : nil }
}
