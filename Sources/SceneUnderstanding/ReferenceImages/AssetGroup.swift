private import Files
private import Glibc
private import Recordings

/// A folder of reference images as Xcode keeps them: an `.arresourcegroup` of `.arreferenceimage` folders, each with a
/// `Contents.json`, or one such image.
struct AssetGroup {
    let folder: String

    /// Metres in the units that Xcode writes, and their short names.
    private static let units: [String: Double] = [
        "meters": 1, "meter": 1, "metres": 1, "metre": 1, "m": 1,
        "centimeters": 0.01, "centimeter": 0.01, "centimetres": 0.01, "cm": 0.01,
        "millimeters": 0.001, "millimeter": 0.001, "millimetres": 0.001, "mm": 0.001,
        "inches": 0.0254, "inch": 0.0254, "in": 0.0254, "feet": 0.3048, "foot": 0.3048, "ft": 0.3048,
    ]

    /// The images; those that cannot be read are named among the warnings.
    func entries(_ warnings: inout [ReferenceImageFailure]) throws -> [ReferenceImageLoader.Entry] {
        let contents = try contents(of: folder)
        if contents["images"] != nil { return [try entry(of: folder, contents)] }
        var found: [ReferenceImageLoader.Entry] = []
        for name in try members(contents) {
            do {
                guard Self.staysInside(name) else {
                    throw ReferenceImageFailure(subject: "\(folder)/Contents.json", message: "\(name) leads out of the folder")
                }
                found.append(try entry(of: folder + "/" + name, try self.contents(of: folder + "/" + name)))
            } catch let failure as ReferenceImageFailure {
                warnings.append(failure)
            }
        }
        return found
    }

    private static func staysInside(_ name: String) -> Bool {
        !name.hasPrefix("/") && !name.split(separator: "/").contains("..") && !name.utf8.contains(0)
    }

    private func contents(of folder: String) throws -> JSONObject {
        let path = folder + "/Contents.json"
        do {
            guard case .object(let object) = try JSONParser.parse(readFile(path, upTo: 1 << 20)) else {
                throw ReferenceImageFailure(subject: path, message: "an object is expected")
            }
            return object
        } catch let failure as FileFailure {
            throw ReferenceImageFailure(
                subject: path, message: "\(failure.reason): a folder of reference images has it, as Xcode writes it")
        } catch let problem as JSONProblem {
            throw ReferenceImageFailure(subject: path, message: "\(problem.problem) at byte \(problem.offset)")
        }
    }

    /// The images that a group lists or, where it lists none, all that lie in it.
    private func members(_ contents: JSONObject) throws -> [String] {
        if case .array(let items)? = contents["resources"] {
            return items.compactMap { item -> String? in
                guard case .object(let resource) = item, case .string(let name)? = resource["filename"] else { return nil }
                return name
            }
        }
        let ending = ".arreferenceimage/Contents.json"
        return try filesBelow(folder, depth: 2, limit: 10_000).filter { $0.hasSuffix(ending) }
            .map { String($0.dropLast("/Contents.json".count)) }
    }

    private func entry(of folder: String, _ contents: JSONObject) throws -> ReferenceImageLoader.Entry {
        let path = folder + "/Contents.json"
        func failure(_ message: String) -> ReferenceImageFailure { .init(subject: path, message: message) }
        var file: String?
        if case .array(let images)? = contents["images"] {
            for case .object(let image) in images {
                if case .string(let name)? = image["filename"] { file = file ?? name }
            }
        }
        guard let file, Self.staysInside(file) else {
            throw failure("images: the file name of a picture in the folder is expected")
        }
        guard case .object(let properties)? = contents["properties"] else {
            throw failure("properties: an object with the width of the print is expected")
        }
        guard case .number(let width)? = properties["width"], width > 0 else {
            throw failure("properties.width: a number above 0 is expected, found \(properties["width"]?.found ?? "nothing")")
        }
        var metres = 1.0
        // Apple's table says units, its example unit.
        if let unit = properties["unit"] ?? properties["units"] {
            guard case .string(let name) = unit, let factor = Self.units[name.lowercased()] else {
                throw failure(
                    "properties.unit: meters, centimeters, millimeters, inches or feet are expected, found \(unit.found)")
            }
            metres = factor
        }
        var name = folder
        while name.hasSuffix("/") { name.removeLast() }
        name = name.split(separator: "/").last.map(String.init) ?? name
        if name.hasSuffix(".arreferenceimage") { name = String(name.dropLast(".arreferenceimage".count)) }
        return .init(name: name, place: folder + "/" + file, width: width * metres)
    }
}
