internal import AirDrawing
internal import Recordings
internal import SceneUnderstanding
internal import Spaces

extension HitChoice {
    /// Whether such hits are made of feature points.
    fileprivate var needsFeaturePoints: Bool {
        switch self {
        case .existingPlaneUsingExtent, .existingPlaneUsingGeometry, .existingPlane: false
        case .estimatedHorizontalPlane, .estimatedVerticalPlane, .featurePoint: true
        }
    }
}

extension DrawRequest {
    /// How the session runs.
    ///
    /// - Throws: ``CommandFailure`` when the recording does not know where the camera is.
    func configuration(for recording: Recording) throws -> SessionConfiguration {
        var configuration = SessionConfiguration.best(for: recording.header)
        guard configuration.tracking == .world else {
            throw CommandFailure(
                "\(self.recording) knows where the camera looks and not where it is (degrees_of_freedom is 3)",
                help: "a drawing needs a recording of six degrees of freedom")
        }
        // The light is for the preview alone.
        configuration.isLightEstimationEnabled = preview != nil
        configuration.findsFeaturePoints = hits.contains { $0.needsFeaturePoints }
        if let planes {
            configuration.sceneSource = planes
        } else if !needsPlanes {
            // What is given need not be looked for.
            configuration.sceneSource = .recorded
        }
        return configuration
    }

    /// What is worth knowing about where planes come from; nil when nothing is.
    func note(on session: Session) -> String? {
        guard session.sceneSource == .pictures, needsPlanes else { return nil }
        if let obstacle = session.planeObstacle {
            return "no planes can be found in the pictures of \(recording): \(obstacle.problem); \(obstacle.cure), or draw with "
                + "--hit featurePoint"
        }
        return planes == nil ? "\(recording) holds no planes: they are looked for in the pictures" : nil
    }

    /// Whether what is drawn on is to be found; a level that was given is not.
    fileprivate var needsPlanes: Bool { if case .height = plane { false } else { true } }

    /// The request as the pipeline takes it.
    var options: AirDrawing.DrawOptions {
        var options = AirDrawing.DrawOptions()
        if !clicks.isEmpty { options.taps = clicks.map { .init(point: $0.place, time: $0.seconds) } }
        options.boxSize = boxSize
        switch (pen, tip) {
        case (.center, _): options.pen = .screenCenter
        case (.finger, .offset(let offset)): options.pen = .finger(.offset(offset))
        case (.finger, .place(let place)): options.pen = .finger(.at(place))
        case (.finger, nil): options.pen = .finger(.recorded)
        }
        if let tracker { options.tracker = tracker }
        options.gate = gate
        if !draw.isEmpty { options.drawRanges = draw.map { $0.start...$0.end } }
        options.extrudeRanges = extrude.map { [$0.start...$0.end] }
        options.height = height
        if !hits.isEmpty { options.hits = hits.compactMap { HitTestResult.ResultType(name: $0.rawValue) } }
        switch plane {
        case .anchor(let name): options.surface = .plane(name)
        case .height(let y): options.surface = .level(y)
        case nil: options.surface = .anyPlane
        }
        options.smooths = smooths
        options.tutorialExact = isTutorialExact
        return options
    }
}
