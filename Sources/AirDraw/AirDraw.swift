// The umbrella: `import AirDraw` gives a program every room of the pipeline.
@_exported public import AirDrawing
@_exported public import Downloads
@_exported public import Imaging
@_exported public import Meshes
@_exported public import ObjectTracking
@_exported public import Recordings
@_exported public import Rendering
@_exported public import SceneUnderstanding
@_exported public import Spaces
@_exported public import TrackingEvaluation
