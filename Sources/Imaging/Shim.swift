internal import COpenCV
internal import Spaces

/// Calls a function of the shim and turns the error that it fills into an ``ImagingFailure``.
///
/// - Parameters:
///   - subject: what the call is about: a file, a tracker.
///   - code: the failure's code when the shim says that an argument was wrong.
///   - body: gives nil when the call failed.
func shim<Result: ~Copyable>(
    _ subject: @autoclosure () -> String, argument code: ImagingFailure.Code = .argument,
    _ body: (UnsafeMutablePointer<ad_error>) -> Result?
) throws(ImagingFailure) -> Result {
    var error = ad_error()
    if let result = unsafe body(&error) { return result }
    throw unsafe ImagingFailure(.init(error.code, argument: code), subject(), String(cString: ad_error_message(&error)))
}

/// Calls a function of the shim that returns whether it worked.
func shimCheck(
    _ subject: @autoclosure () -> String, _ body: (UnsafeMutablePointer<ad_error>) -> Bool
) throws(ImagingFailure) {
    _ = try unsafe shim(subject()) { unsafe body($0) ? true : nil }
}

extension ImagingFailure.Code {
    init(_ code: ad_code, argument: Self) {
        self =
            switch code {
            case .argument: argument
            case .memory: .memory
            case .unreadable: .unreadable
            case .sizeChanged: .sizeChanged
            case .none, .openCV, .other: .openCV
            }
    }
}

extension PixelPoint {
    var forShim: ad_point { .init(x: x, y: y) }
}

extension Rect where S == PixelSpace {
    init(_ box: ad_box) { self.init(cornerX: box.x, cornerY: box.y, width: box.width, height: box.height) }

    var forShim: ad_box { .init(x: cornerX, y: cornerY, width: width, height: height) }
}
