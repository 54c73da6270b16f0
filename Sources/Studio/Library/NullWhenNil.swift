/// An optional value that is written as JSON's null, and not left out, when it is nil.
@propertyWrapper
struct NullWhenNil<Value: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
