import Spaces
import TestSupport
import Testing

@Suite("Euler angles")
struct EulerAnglesTests {
    // Rows of the rotation and the angles that a device logged beside it (PopEngine log).
    let logged = RigidTransform<CameraSpace, WorldSpace>(
        xAxis: [0.9999850392, -0.0053031589, 0.0013342118], yAxis: [0.0053118998, 0.8840510249, -0.4673603177],
        zAxis: [0.0012989766, 0.4673604071, 0.8840659261], translation: .zero)

    @Test("agree with a device log")
    func device() {
        let angles = logged.eulerAngles
        #expect(abs(angles.pitch - -0.4863026738) < 1e-6)
        #expect(abs(angles.yaw - 0.0014693199) < 1e-6)
        #expect(abs(angles.roll - -0.0059986305) < 1e-6)
    }

    @Test("build the rotation of a device log")
    func deviceBack() {
        let built = RigidTransform<CameraSpace, WorldSpace>(
            eulerAngles: .init(pitch: -0.4863026738, yaw: 0.0014693199, roll: -0.0059986305))
        for (a, b) in zip(built.rows.joined(), logged.rows.joined()) { #expect(abs(a - b) < 1e-6) }
    }

    @Test("lead to the same rotation and back, also straight up and down")
    func roundTrip() {
        var random = SeededGenerator(seed: 24)
        var pitches: [Double] = [0, 1, -1, 1.5707963, -1.5707963, Double.pi / 2, -Double.pi / 2]
        for _ in 0..<50 { pitches.append(random.unit() * 3 - 1.5) }
        for pitch in pitches {
            let angles = EulerAngles(pitch: pitch, yaw: random.unit() * 6 - 3, roll: random.unit() * 6 - 3)
            let pose = RigidTransform<CameraSpace, WorldSpace>(eulerAngles: angles, translation: [1, 2, 3])
            #expect(pose.rigidityError < 1e-12)
            let back = RigidTransform<CameraSpace, WorldSpace>(eulerAngles: pose.eulerAngles, translation: [1, 2, 3])
            for (a, b) in zip(pose.rows.joined(), back.rows.joined()) { #expect(abs(a - b) < 2e-6, "\(angles)") }
        }
    }
}
