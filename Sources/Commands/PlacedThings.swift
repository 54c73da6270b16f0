internal import Meshes
internal import Recordings
internal import Rendering
internal import SceneUnderstanding
internal import Spaces

/// A model and the tap that sets it down.
struct ModelChoice: Hashable, Sendable {
    /// The file.
    var path: String
    /// Where and when.
    var tap: Tap
}

extension ValueKind where Value == ModelChoice {
    /// A model file and a tap.
    static let model = Self(
        "FILE@X,Y[@SECONDS]",
        accepted:
            "the path of a model, a place in view points and perhaps a time, such as cup.glb@180,300 or cup.glb@180,300@1.5",
        completion: .files(endings: MeshScene.modelEndings)
    ) { text in
        // A path may hold an @ itself: the tap is what can be read as one, the longest first.
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        for count in [2, 1] where parts.count > count {
            let path = parts.dropLast(count).joined(separator: "@")
            let typed = parts.suffix(count).joined(separator: "@")
            if !path.isEmpty, let tap = ValueKind<Tap>.tap.parse(typed) { return ModelChoice(path: path, tap: tap) }
        }
        return nil
    }
}

/// Models and snapshots that are put into the world of a recording while it is replayed.
struct PlacedThings {
    private struct Model {
        var choice: ModelChoice
        var mesh: MeshScene
        var model: SceneModel
        var placement: Placement?
        /// The first time at which the tap should have met something.
        var missedAt: Double?
    }
    private var models: [Model]
    private var waiting: [Double]
    private(set) var snapshots: [(time: Double, snapshot: Snapshot)] = []
    private let viewport: Viewport
    private var last = 0.0

    /// How long a tap waits for a plane to be found under it, seconds.
    static let patience = 3.0

    /// Reads the models.
    ///
    /// - Throws: `ModelFailure` for one that cannot be read.
    init(_ models: [ModelChoice], snapshots: [Double], viewport: Viewport) throws {
        self.viewport = viewport
        self.models = try models.map { choice in
            guard viewport.bounds.contains(choice.tap.place) else {
                throw CommandFailure(
                    "the tap at \(plain(choice.tap.place.x)),\(plain(choice.tap.place.y)) lies outside of the view",
                    help: "the view has \(plain(viewport.size.width)) × \(plain(viewport.size.height)) points")
            }
            let mesh = try MeshScene(contentsOf: choice.path)
            return Model(choice: choice, mesh: mesh, model: try SceneModel(mesh))
        }
        waiting = snapshots.sorted()
    }

    /// Takes in the next frame: what was set down goes with its plane, and what waits for this moment is set down.
    mutating func follow(_ frame: Frame) throws {
        last = frame.timestamp
        for i in models.indices {
            models[i].placement?.follow(frame.changes)
            guard models[i].placement == nil, frame.timestamp >= (models[i].choice.tap.seconds ?? 0) - 1e-9 else { continue }
            let missedAt = models[i].missedAt ?? frame.timestamp
            models[i].missedAt = missedAt
            // A tap waits for the session to find its way and a plane, as a person would tap again.
            guard frame.timestamp - missedAt <= Self.patience, frame.trackingState == .normal else { continue }
            models[i].placement = Placement(
                of: models[i].choice.path, identifier: "placed-\(i + 1)", tap: models[i].choice.tap.place, frame: frame,
                viewport: viewport)
        }
        while let time = waiting.first, frame.timestamp >= time - 1e-9 {
            waiting.removeFirst()
            snapshots.append((frame.timestamp, try Snapshot(of: frame, viewport: viewport)))
        }
    }

    /// Shows what is there.
    func add(to scene: inout RenderedScene) throws {
        for model in models {
            guard let anchor = model.placement?.anchor else { continue }
            scene.models.append(
                .init(model.model, at: anchor.worldFromAnchor, shadowPlane: anchor.worldFromAnchor))
        }
        scene.pictures += snapshots.map(\.snapshot.picture)
    }

    /// Makes sure that everything was put where it was to go.
    ///
    /// - Throws: ``CommandFailure`` that says what was not, and why.
    func finish() throws {
        for model in models where model.placement == nil {
            let tap = model.choice.tap
            let place = "\(plain(tap.place.x)),\(plain(tap.place.y))"
            guard model.missedAt != nil else {
                throw CommandFailure(
                    "\(model.choice.path) was not set down: there is no frame at \(plain(tap.seconds ?? 0)) s or later",
                    help: "the last one is at \(fixed(last, places: 3)) s")
            }
            throw CommandFailure(
                "\(model.choice.path) was not set down: no plane was found under \(place) within \(plain(Self.patience)) s",
                help: "'airdraw render RECORDING --planes' shows where planes are known, and when: --click X,Y@SECONDS")
        }
        if let time = waiting.first {
            throw CommandFailure(
                "there is no frame at \(plain(time)) s or later", help: "the last one is at \(fixed(last, places: 3)) s")
        }
    }

    /// Everything where it stands, in the axes of the world.
    ///
    /// - Throws: `ImagingFailure` when a picture cannot be coded.
    func mesh() throws -> MeshScene {
        var all = MeshScene(materials: [], objects: [])
        // Two copies of one model have materials of their own: names are unique in a file.
        func add(_ scene: MeshScene, prefix: String) {
            all.materials += scene.materials.map { material in
                var material = material
                material.name = prefix + material.name
                if let texture = material.texture { material.texture?.name = prefix + texture.name }
                return material
            }
            all.objects += scene.objects.map { object in
                var object = object
                object.name = prefix + object.name
                object.material = prefix + object.material
                return object
            }
        }
        for (i, model) in models.enumerated() {
            guard let anchor = model.placement?.anchor else { continue }
            add(model.mesh.placed(at: anchor.worldFromAnchor), prefix: models.count > 1 ? "placed_\(i + 1)_" : "")
        }
        for (i, taken) in snapshots.enumerated() { add(try taken.snapshot.mesh(named: "snapshot_\(i + 1)"), prefix: "") }
        return all
    }

    /// Where everything stands, in words.
    var lines: [String] {
        func words(_ p: WorldPoint) -> String {
            "\(fixed(p.x, places: 3)), \(fixed(p.y, places: 3)), \(fixed(p.z, places: 3)) m"
        }
        return models.compactMap { model in
            model.placement.map { placement in
                let ground = placement.plane.map { "on plane \($0)" } ?? "on an estimated plane"
                return "\(model.choice.path) stands at \(words(placement.anchor.worldFromAnchor.origin)) \(ground)"
            }
        }
            + snapshots.map { taken in
                "the view of \(fixed(taken.time, places: 3)) s stands at \(words(taken.snapshot.picture.worldFromPicture.origin)), "
                    + "\(fixed(taken.snapshot.picture.width * 1000, places: 1)) × "
                    + "\(fixed(taken.snapshot.picture.height * 1000, places: 1)) mm"
            }
    }
}
