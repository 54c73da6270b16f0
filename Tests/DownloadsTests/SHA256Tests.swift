import Testing

@testable import Downloads

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "The examples of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func examples(text: String, sum: String) { #expect(SHA256.hex(of: Array(text.utf8)) == sum) }

    @Test("A million times a")
    func long() {
        let sum = SHA256.hex(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        #expect(sum == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
}
