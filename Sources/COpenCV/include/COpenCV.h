// The one door to OpenCV.
//
// Rules that hold for every function here:
// - Errors: a function that can fail takes `ad_error *error`, owned by the caller, and fills it when it fails. A create
// function
//   then returns null, the others `false` or the status that says so. No C++ exception leaves this library.
// - Ownership: what a create function returns belongs to the caller, who gives it to the destroy function of that kind.
// Destroy
//   accepts null. Everything else is borrowed for the one call.
// - Units: pixels. Points count from the CENTRE of the first pixel, x right, y down; `ad_box` counts from its CORNER,
// as cv::Rect.
// - Threads: one handle is used by one thread at a time, except that a picture which nobody writes may be read by many.
//   Different handles are independent.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define AD_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#pragma clang assume_nonnull begin
#define AD_NULLABLE _Nullable
/// What Swift calls a case.
#define AD_NAME(name) __attribute__((swift_name(#name)))
#else
#define AD_CLOSED_ENUM
#define AD_NAME(name)
#define AD_NULLABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- Errors
// -----------------------------------------------------------------------------------------------------------------

/// What kind of failure.
typedef enum AD_CLOSED_ENUM ad_code {
    AD_CODE_NONE AD_NAME(none) = 0,
    /// An argument that the function says it does not take.
    AD_CODE_ARGUMENT AD_NAME(argument) = 1,
    /// OpenCV threw; `message` has its words.
    AD_CODE_OPENCV AD_NAME(openCV) = 2,
    /// Not enough memory.
    AD_CODE_MEMORY AD_NAME(memory) = 3,
    /// Anything else that was thrown.
    AD_CODE_OTHER AD_NAME(other) = 4,
    /// A file or a device could not be opened or decoded.
    AD_CODE_UNREADABLE AD_NAME(unreadable) = 5,
    /// A picture has another size than the ones before it.
    AD_CODE_SIZE_CHANGED AD_NAME(sizeChanged) = 6,
} ad_code;

/// A failure: filled by the callee, owned by the caller; starts as all zero.
typedef struct ad_error {
    ad_code code;
    char message[512];
} ad_error;

/// The words of an error, valid as long as the error is.
const char* ad_error_message(const ad_error* error);

/// A rectangle as cv::Rect2d counts it: x and y are those of the corner, (0, 0) is the corner of the first pixel.
typedef struct ad_box {
    double x;
    double y;
    double width;
    double height;
} ad_box;

/// A place in pixels; (0, 0) is the centre of the first pixel.
typedef struct ad_point {
    double x;
    double y;
} ad_point;

/// A colour, 0…255 each.
typedef struct ad_color {
    uint8_t red;
    uint8_t green;
    uint8_t blue;
} ad_color;

/// x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
typedef struct ad_affine {
    double a, b, c, d, tx, ty;
} ad_affine;

// ---- The library
// ------------------------------------------------------------------------------------------------------------

/// Sets how many threads OpenCV may use, for the whole process; 1 is none but the caller's, at least 1.
void ad_set_threads(int32_t count);

// ---- Pictures
// ---------------------------------------------------------------------------------------------------------------

/// An 8-bit BGR picture, or an empty one that waits to be filled.
typedef struct ad_picture ad_picture;

/// Makes an empty picture; null when memory is short.
ad_picture* AD_NULLABLE ad_picture_create(ad_error* error);
/// Frees a picture; null is accepted.
void ad_picture_destroy(ad_picture* AD_NULLABLE picture);
/// Width in pixels, 0 when empty.
int32_t ad_picture_width(const ad_picture* picture);
/// Height in pixels, 0 when empty.
int32_t ad_picture_height(const ad_picture* picture);
/// The pixels: `*stride` bytes from row to row, three bytes a pixel in the order blue, green, red. Null when empty.
/// Valid until the picture is written or destroyed.
const uint8_t* AD_NULLABLE ad_picture_bytes(const ad_picture* picture, size_t* stride);
/// Fills a picture from `count` bytes, rows of width × 3 bytes without gaps, which are copied.
bool ad_picture_fill(ad_picture* picture, const uint8_t* bytes, size_t count, int32_t width, int32_t height,
                     ad_error* error);
/// Makes `target` a copy of `source`, in the memory that it has when the size fits.
bool ad_picture_copy(ad_picture* target, const ad_picture* source, ad_error* error);
/// Fills a picture from a whole file in memory: PNG, JPEG, BMP or WebP; grey, alpha, palette and 16 bit become 8-bit
/// BGR; the orientation tag is not applied. The caller has checked the size in the header.
bool ad_picture_decode(ad_picture* picture, const uint8_t* bytes, size_t count, ad_error* error);
/// Fills `target` with `source` seen through a map of centre coordinates to centre coordinates; what lies outside is
/// black. Shrinking averages. `width` and `height` are those of the target.
bool ad_picture_warp(ad_picture* target, const ad_picture* source, ad_affine map, int32_t width, int32_t height,
                     ad_error* error);
/// Samples a part of a picture as grey, 0…255, into `values` (width × height of them, row by row). Each value is the
/// mean over its cell of the box, with bilinear interpolation; outside the picture the nearest pixel counts.
bool ad_picture_grey_patch(const ad_picture* picture, ad_box box, int32_t width, int32_t height, float* values,
                           ad_error* error);

/// A picture as the bytes of a file.
typedef struct ad_encoded ad_encoded;

/// Encodes a picture; `ending` is ".png", ".jpg", ".bmp" or ".webp"; quality 0…100 counts for .jpg and .webp (101:
/// lossless).
ad_encoded* AD_NULLABLE ad_encoded_create(const ad_picture* picture, const char* ending, int32_t quality,
                                          ad_error* error);
/// The bytes, valid until destroyed.
const uint8_t* ad_encoded_bytes(const ad_encoded* encoded, size_t* count);
/// Frees the bytes; null is accepted.
void ad_encoded_destroy(ad_encoded* AD_NULLABLE encoded);

// ---- Marks
// ------------------------------------------------------------------------------------------------------------------

/// Draws a line through points, closed or not, `thickness` ≥ 1 pixels, with soft edges, to 1/16 pixel.
bool ad_mark_lines(ad_picture* picture, const ad_point* points, size_t count, bool closed, ad_color color,
                   int32_t thickness, ad_error* error);
/// Draws a circle, to 1/16 pixel; filled when `thickness` is negative.
bool ad_mark_circle(ad_picture* picture, ad_point center, double radius, ad_color color, int32_t thickness,
                    ad_error* error);
/// Mixes a colour over a box, `opacity` 0…1; whole pixels.
bool ad_mark_fill(ad_picture* picture, ad_box box, ad_color color, double opacity, ad_error* error);
/// Lays over a part of a picture, in whole pixels, what is red, green, blue and opacity with the colours multiplied by it already.
bool ad_mark_blend(ad_picture* picture, const uint8_t* bytes, size_t count, int32_t x, int32_t y, int32_t width,
                   int32_t height, ad_error* error);
/// Writes ASCII text in a line font with its baseline starting at a place; `height` is that of a capital letter in
/// pixels.
bool ad_mark_text(ad_picture* picture, const char* text, ad_point at, double height, ad_color color, int32_t thickness,
                  ad_error* error);
/// Lays a picture on four corners, clockwise from its own top left, with soft edges; what lies outside is cut off. Opacity 0…1.
bool ad_mark_picture(ad_picture* picture, const ad_picture* laid, const ad_point* corners, double opacity, ad_error* error);
/// The width in pixels that `ad_mark_text` would need.
double ad_mark_text_width(const char* text, double height, int32_t thickness);

// ---- Video in
// ---------------------------------------------------------------------------------------------------------------

/// A film or a camera that is being read.
typedef struct ad_video ad_video;

/// What reading one frame gave.
typedef enum AD_CLOSED_ENUM ad_read_status {
    AD_READ_PICTURE AD_NAME(picture) = 0,
    AD_READ_END AD_NAME(end) = 1,
    AD_READ_FAILED AD_NAME(failed) = 2,
} ad_read_status;

/// Opens a film with FFmpeg. The rotation tag of the container is not applied. Null with AD_CODE_UNREADABLE when it is
/// none.
ad_video* AD_NULLABLE ad_video_open_file(const char* path, ad_error* error);
/// Opens a camera by its number with V4L2.
ad_video* AD_NULLABLE ad_video_open_camera(int32_t number, ad_error* error);
/// Closes; null is accepted.
void ad_video_destroy(ad_video* AD_NULLABLE video);
/// Frames per second as the container says; 0 when it does not.
double ad_video_rate(const ad_video* video);
/// Reads the next frame into a picture, in the memory that it has when the size fits. `*seconds` is its time in the
/// container, or negative when not known. AD_READ_FAILED fills the error.
ad_read_status ad_video_next(ad_video* video, ad_picture* picture, double* seconds, ad_error* error);
/// Passes the next frame over without converting it.
ad_read_status ad_video_skip(ad_video* video, ad_error* error);

// ---- Correlation trackers
// ---------------------------------------------------------------------------------------------------

/// The kinds of tracker.
typedef enum AD_CLOSED_ENUM ad_tracker_kind {
    AD_TRACKER_CSRT AD_NAME(csrt) = 0,
    AD_TRACKER_KCF AD_NAME(kcf) = 1,
    AD_TRACKER_MOSSE AD_NAME(mosse) = 2,
    AD_TRACKER_MEDIANFLOW AD_NAME(medianflow) = 3,
    AD_TRACKER_MIL AD_NAME(mil) = 4,
} ad_tracker_kind;

/// What an update gave; lost is a result and not an error.
typedef enum AD_CLOSED_ENUM ad_track_status {
    AD_TRACK_FOUND AD_NAME(found) = 0,
    AD_TRACK_LOST AD_NAME(lost) = 1,
    AD_TRACK_FAILED AD_NAME(failed) = 2,
} ad_track_status;

/// A tracker seeded on one target.
typedef struct ad_tracker ad_tracker;

/// The shortest side of a box that trackers take, pixels.
#define AD_TRACKER_SHORTEST_SIDE 8
/// The largest ratio of a box's sides that trackers take.
#define AD_TRACKER_LARGEST_ASPECT 8
/// How much of the picture a MIL box leaves beside it, pixels along the diagonal to the farthest corner;
/// and at least 2 pixels each in width and in height.
#define AD_TRACKER_MIL_ROOM 8

/// Seeds a tracker. The box is clipped to the picture first; AD_CODE_ARGUMENT when what is left is not one that the
/// tracker takes.
ad_tracker* AD_NULLABLE ad_tracker_create(ad_tracker_kind kind, const ad_picture* picture, ad_box box, ad_error* error);
/// Frees; null is accepted.
void ad_tracker_destroy(ad_tracker* AD_NULLABLE tracker);
/// Looks for the target in the next picture, which has the size of the first one, else AD_CODE_SIZE_CHANGED. `*box` is
/// written when found. CSRT never finds again once it has lost: make a new tracker.
ad_track_status ad_tracker_update(ad_tracker* tracker, const ad_picture* picture, ad_box* box, ad_error* error);

// ---- What a target looks like
// ------------------------------------------------------------------------------------------------------------------

/// What a tapped target looks like: grey patches and colours of the seed, and a few learned since.
typedef struct ad_appearance ad_appearance;

/// What a look at a box shows.
typedef struct ad_look {
    /// Correlation with the patch of the seed, 0…1.
    double seed;
    /// Correlation with the patch of the box that was followed last, 0…1.
    double previous;
    /// Distance of the mean colour of the middle from the target's, in 8-bit units of a and b.
    double chroma;
    /// How much more the colours of the middle are those of the target than those round it; 1 as at the seed, 0…1.
    double posterior;
    /// From the centre of the box to where what was followed last is now, pixels.
    ad_point offset;
    /// Correlation there, 0…1; 0 when there is too little texture to tell.
    double agreement;
    /// From the centre of the box to where the patch of the seed fits best, pixels.
    ad_point seed_offset;
    /// Correlation there, 0…1; 0 when there is too little texture to tell.
    double seed_agreement;
} ad_look;

/// A place that may show the target.
typedef struct ad_peak {
    /// Centre, pixels.
    ad_point center;
    /// How likely, 0…1; to compare peaks with each other only.
    double score;
} ad_peak;

/// Learns the target of a box, which may reach beyond the picture. It remembers the look at the seed as followed.
ad_appearance* AD_NULLABLE ad_appearance_create(const ad_picture* picture, ad_box box, ad_error* error);
/// Frees; null is accepted.
void ad_appearance_destroy(ad_appearance* AD_NULLABLE appearance);
/// Looks at a box of a picture, which has the size of the first one. `start` is where to begin to look for the offset.
bool ad_appearance_look(ad_appearance* appearance, const ad_picture* picture, ad_box box, ad_point start, ad_look* look,
                        ad_error* error);
/// Follows the latest look: the next looks compare with it, the patch about `offset` pixels from the centre of its box.
void ad_appearance_follow(ad_appearance* appearance, ad_point offset);
/// Compares the latest look with all that is remembered: best correlation of the patch and best likeness of the colours
/// of the box, 0…1 each.
void ad_appearance_recall(const ad_appearance* appearance, double* patch, double* colors);
/// Learns from the latest look: remembers it where it is new, and moves the colours of the target a little.
void ad_appearance_learn(ad_appearance* appearance);
/// Searches a part of a picture for boxes of `side` pixels that may show the target. Writes at most `most` peaks, best
/// first, and returns how many; negative when it failed.
int32_t ad_appearance_search(const ad_appearance* appearance, const ad_picture* picture, ad_box part, double side,
                             ad_peak* peaks, int32_t most, ad_error* error);

// ---- Patches
// ----------------------------------------------------------------------------------------------------------------

/// Patches of a picture, described so that they can be found in another one.
typedef struct ad_patches ad_patches;

/// Where a patch is, which way it lies, and how large it is.
typedef struct ad_patch {
    /// Pixels of the full picture.
    ad_point place;
    /// From x towards y (clockwise as one sees it), radians.
    double angle;
    /// 1 for a square of about 36 pixels of the small picture.
    double scale;
} ad_patch;

/// The same thing in two pictures.
typedef struct ad_point_pair {
    ad_point first, second;
} ad_point_pair;

/// Describes patches on a grey copy no side of which is longer than `longest_side`, 64…4096 pixels. AD_CODE_ARGUMENT for
/// patches that are not finite.
ad_patches* AD_NULLABLE ad_patches_create(const ad_picture* picture, int32_t longest_side, const ad_patch* patches, size_t count,
                                          ad_error* error);
/// Frees; null is accepted.
void ad_patches_destroy(ad_patches* AD_NULLABLE patches);
/// Pairs patches that choose each other and are clearly more alike than the next best one: its distance times `ratio` is the
/// limit. Writes at most `most` and returns how many; negative when it failed.
int64_t ad_patches_match(const ad_patches* a, const ad_patches* b, double ratio, ad_point_pair* pairs, size_t most,
                         ad_error* error);

// ---- Corners
// ----------------------------------------------------------------------------------------------------------------

/// Follows corners into each new picture from a reference picture that is kept until another one takes its place.
///
/// It works on a small grey copy; all points are pixels of the full picture.
typedef struct ad_flow ad_flow;

/// What a picture is like, from its small grey copy, 0…1 each.
typedef struct ad_quality {
    /// Mean.
    double brightness;
    /// Standard deviation.
    double contrast;
    /// Mean difference of neighbours.
    double sharpness;
} ad_quality;

/// The mean of the products of the gradients in a window: how well a place can be told, by direction. Grey levels of
/// 0…255 a pixel of the small picture, squared.
typedef struct ad_tensor {
    double xx, xy, yy;
} ad_tensor;

/// A corner.
typedef struct ad_corner {
    ad_point place;
    ad_tensor tensor;
} ad_corner;

/// Makes a flow. Pictures are shrunk by a whole number so that no side is longer than `longest_side`, 64…4096.
ad_flow* AD_NULLABLE ad_flow_create(int32_t longest_side, ad_error* error);
/// Frees; null is accepted.
void ad_flow_destroy(ad_flow* AD_NULLABLE flow);
/// Takes the next picture in. AD_CODE_ARGUMENT when a side is shorter than 64 pixels, AD_CODE_SIZE_CHANGED when it has
/// another size than the first one.
bool ad_flow_next(ad_flow* flow, const ad_picture* picture, ad_quality* quality, ad_error* error);
/// Makes the latest picture the reference.
bool ad_flow_keep(ad_flow* flow, ad_error* error);
/// Follows points of the reference into the latest picture with pyramidal Lucas-Kanade. `to` holds first guesses and
/// receives the places; `found` receives whether the point came back to where it started when it was followed back.
bool ad_flow_follow(ad_flow* flow, const ad_point* from, ad_point* to, bool* found, size_t count, ad_error* error);
/// Looks for corners (Shi and Tomasi) in the latest picture, at most one in each place of a grid of so many columns that
/// holds none of the points `taken`. Writes at most `most` and returns how many; negative when it failed. `*shown` is
/// in how many places there is a corner, taken or not, and `*places` how many places there are.
int32_t ad_flow_detect(ad_flow* flow, int32_t columns, const ad_point* taken, size_t taken_count, ad_corner* corners,
                       int32_t most, int32_t* shown, int32_t* places, ad_error* error);

// ---- Fingertips
// ------------------------------------------------------------------------------------------------------------------

/// A fingertip as a place of the region of colour that was tapped.
typedef struct ad_fingertip ad_fingertip;

/// A place that may be the tip.
typedef struct ad_place {
    /// Pixels.
    ad_point center;
    /// How well it fits: the correlation of the outline, at most 1, less what the place, the turn and the size cost.
    double score;
    /// The size at which it fits, in that of the picture that was followed last.
    double scale;
    /// The turn at which it fits, in 24ths of a full turn.
    int32_t turn;
} ad_place;

/// Learns the hand at a tap, and the end of its finger nearest to it; `side` is that of the box about the tap.
ad_fingertip* AD_NULLABLE ad_fingertip_create(const ad_picture* picture, ad_point tap, double side, ad_error* error);
/// Frees; null is accepted.
void ad_fingertip_destroy(ad_fingertip* AD_NULLABLE tip);
/// Where the tip was found at the tap; false when there is no region that could be a hand: nothing else is of use then.
/// `*direction` is which way the finger points, a unit vector, or zero when that is not to be seen.
bool ad_fingertip_seed(const ad_fingertip* tip, ad_point* place, ad_point* direction);
/// Looks for the tip in a whole picture. `pull` is how much the way from `last` counts, 1 or less. Writes at most
/// `most` places, best first, and returns how many; negative when it failed.
int32_t ad_fingertip_search(ad_fingertip* tip, const ad_picture* picture, ad_point last, double pull, ad_place* places,
                            int32_t most, ad_error* error);
/// Refines a place of the latest search, in the same picture; `*direction` as of the seed.
bool ad_fingertip_refine(ad_fingertip* tip, const ad_picture* picture, ad_place place, ad_point* refined,
                         ad_point* direction, ad_error* error);
/// Follows the place that was refined last: the next search compares with it.
bool ad_fingertip_follow(ad_fingertip* tip, ad_error* error);

/// What is seen of the finger at a place that was refined.
typedef struct ad_tip_look {
    /// Where what was kept last is now, pixels, and the correlation there; 0 when nothing tells.
    ad_point previous;
    double previous_agreement;
    /// Where what was tapped is now, and how it is turned against the tap, radians.
    ad_point seed;
    double seed_angle;
    double seed_agreement;
    /// Correlation of the outline with that of the tap, at the best turn and size near the ones that are given.
    double outline;
    /// How much the rings differ from those of the tap, 0…1.
    double rings;
} ad_tip_look;

/// Remembers what the finger of the seed shows about a place, pixels: that which was tapped.
bool ad_fingertip_begin(ad_fingertip* tip, const ad_picture* picture, ad_point place, ad_error* error);
/// Looks at the finger that was refined last. `guess` is where what was tapped should be, `turn` how the finger is turned
/// against the tap by its direction, `angle` by what it showed before, radians. Without `moves` what was kept last is
/// not looked for.
bool ad_fingertip_look(ad_fingertip* tip, const ad_picture* picture, ad_point guess, double turn, double angle,
                       bool moves, ad_tip_look* look, ad_error* error);
/// Keeps what the finger shows about a place of the latest look, pixels: the next look compares with it.
bool ad_fingertip_keep(ad_fingertip* tip, ad_point place, ad_error* error);

// ---- Boards
// -----------------------------------------------------------------------------------------------------------------

/// A printed board whose points are known.
typedef struct ad_board ad_board;

/// The kinds of board.
typedef enum AD_CLOSED_ENUM ad_board_kind {
    AD_BOARD_CHESSBOARD AD_NAME(chessboard) = 0,
    AD_BOARD_CHARUCO AD_NAME(charuco) = 1,
    AD_BOARD_GRID AD_NAME(grid) = 2,
} ad_board_kind;

/// A known point of a board and where it is in a picture.
typedef struct ad_board_point {
    /// The same number is the same point.
    int32_t number;
    /// On the board from its middle, metres: x to the right, y down.
    ad_point plane;
    /// Pixels.
    ad_point pixel;
} ad_board_point;

/// Makes a board. `size` is the side of a square (chessboard, ChArUco) or of a marker (grid), `second` that of a marker
/// (ChArUco) or the gap between markers (grid), metres. `columns` × `rows` are inner corners (chessboard), squares or
/// markers. `dictionary` is OpenCV's number of a predefined dictionary, `first` the first marker of a grid.
ad_board* AD_NULLABLE ad_board_create(ad_board_kind kind, int32_t columns, int32_t rows, double size, double second,
                                      int32_t dictionary, int32_t first, ad_error* error);
/// Frees; null is accepted.
void ad_board_destroy(ad_board* AD_NULLABLE board);
/// How many markers a predefined dictionary has; 0 when there is none of that number.
int32_t ad_board_markers_in(int32_t dictionary);
/// Looks for the board. Writes at most `most` points and returns how many; none when it is not seen, negative when it
/// failed.
int32_t ad_board_find(const ad_board* board, const ad_picture* picture, ad_board_point* points, int32_t most,
                      ad_error* error);
/// Draws the board as it is printed, `unit` pixels a metre, with a white margin in pixels.
bool ad_board_draw(const ad_board* board, ad_picture* picture, int32_t unit, int32_t margin, ad_error* error);

/// What is found out about a camera.
typedef enum AD_CLOSED_ENUM ad_calibration_model {
    /// Focal lengths, principal point and the five coefficients of the lens.
    AD_CALIBRATE_ALL AD_NAME(all) = 0,
    /// One focal length; the axis goes through the middle of the picture and the lens is straight.
    AD_CALIBRATE_FOCAL AD_NAME(focal) = 1,
} ad_calibration_model;

/// Calibrates a camera after Zhang. `points` holds the views one after the other, `counts[v]` of them each, 4 or more.
/// `parameters` has nine places: fx fy cx cy k1 k2 p1 p2 k3; with AD_CALIBRATE_FOCAL its first holds a first guess, or 0.
/// `deviations` receives their standard deviations, `view_errors` the root mean square of each view in pixels, `poses`
/// six numbers a view: turn (Rodrigues) and shift of the board in a camera with x right, y down, z forward.
bool ad_calibrate(const ad_board_point* points, const int32_t* counts, int32_t views, int32_t width, int32_t height,
                  ad_calibration_model model, double* parameters, double* deviations, double* view_errors, double* poses,
                  double* rms, ad_error* error);
// ---- Poses of planes
// ---------------------------------------------------------------------------------------------------------

/// A camera in the order of OpenCV; all distortion zero for straight pictures.
typedef struct ad_camera {
    double fx, fy, cx, cy;
    double k1, k2, p1, p2, k3;
} ad_camera;

/// Where a plane is, in OpenCV's axes: the camera's x right, y down, z forward; the plane's x right, y down, z away
/// from who looks at it.
typedef struct ad_plane_pose {
    /// The rotation from plane to camera, row by row.
    double rotation[9];
    /// Where the origin of the plane is, in the unit of the plane's points.
    double translation[3];
    /// Root mean square of the distances in the picture, pixels.
    double error;
    /// The 6 × 6 inverse of the normal equations, row by row, for an error of one pixel in x and in y: a small rotation
    /// of the plane about the camera's axes (radians), then the translation.
    double covariance[36];
    /// Whether `covariance` could be told.
    bool has_covariance;
} ad_plane_pose;

/// The poses of a plane from `count` ≥ 4 of its points and where they are in the picture (`pixels`), by the method IPPE,
/// each then refined by Levenberg and Marquardt. Writes at most two, the one that fits better first, and returns how
/// many; negative when it failed. AD_CODE_ARGUMENT when the points lie on a line or a number is not finite.
int32_t ad_plane_poses(const ad_point* plane, const ad_point* pixels, size_t count, ad_camera camera,
                       ad_plane_pose* poses, ad_error* error);

// ---- Reference pictures
// ---------------------------------------------------------------------------------------------------------

/// A reference picture: features to find it by, and templates to lay it on a picture. It never changes: many threads may
/// use it at a time.
typedef struct ad_reference ad_reference;

/// A feature of a reference picture.
typedef struct ad_feature {
    /// Where it is, pixels of the reference.
    ad_point place;
    /// How large it is across, pixels.
    double size;
    /// How strong it is, as a contrast.
    double strength;
} ad_feature;

/// Prepares a reference picture.
ad_reference* AD_NULLABLE ad_reference_create(const ad_picture* picture, ad_error* error);
/// Frees; null is accepted. What was made of it is freed first.
void ad_reference_destroy(ad_reference* AD_NULLABLE reference);
/// Writes at most `most` features and returns how many; negative when it failed.
int32_t ad_reference_features(const ad_reference* reference, ad_feature* features, int32_t most, ad_error* error);
/// The share of its features, 0…1, that look like a feature elsewhere in the same picture.
bool ad_reference_repeats(const ad_reference* reference, double* share, ad_error* error);
/// The share of its features, 0…1, that lie on another reference in the same arrangement.
bool ad_reference_likeness(const ad_reference* reference, const ad_reference* other, double* share, ad_error* error);

/// The picture that is looked at, in sizes.
typedef struct ad_view ad_view;

/// Makes an empty view.
ad_view* AD_NULLABLE ad_view_create(ad_error* error);
/// Frees; null is accepted.
void ad_view_destroy(ad_view* AD_NULLABLE view);
/// Takes the next picture in.
bool ad_view_next(ad_view* view, const ad_picture* picture, ad_error* error);

/// An index over reference pictures.
typedef struct ad_finder ad_finder;

/// A reference picture that was found.
typedef struct ad_find {
    /// From pixels of the reference to pixels of the picture without the lens, row by row, the last number 1.
    double homography[9];
    /// Which of the references, from 0.
    int32_t reference;
    /// Features that agree, of those that matched.
    int32_t inliers;
    int32_t matches;
} ad_find;

/// Makes an index over references, which live longer than it.
ad_finder* AD_NULLABLE ad_finder_create(const ad_reference* const AD_NULLABLE* AD_NULLABLE references, size_t count, ad_error* error);
/// Frees; null is accepted.
void ad_finder_destroy(ad_finder* AD_NULLABLE finder);
/// Looks for references in the picture, but for those that are `passed_over` (one flag for each). A camera with fx 0 is not
/// known: the picture is taken as straight. Writes at most `most`, the surest first, and returns how many; negative when it
/// failed. The work is bounded: so many features, and so many references tried, whatever the number of references.
int32_t ad_finder_look(ad_finder* finder, const ad_view* view, ad_camera camera, const bool* passed_over, ad_find* finds,
                       int32_t most, ad_error* error);

/// How a reference lies on a picture.
typedef struct ad_alignment {
    /// From pixels of the reference to pixels of the picture without the lens, row by row, the last number 1.
    double homography[9];
    /// Share, 0…1, of what of the reference is in the picture that agrees with it; the rest is covered or wrong.
    double agreement;
    /// Mean correlation of what is in the picture, −1…1.
    double correlation;
    /// Share of the reference, 0…1, that is in the picture, by what it shows.
    double visible;
    /// Pixels of the picture in one of the template that was laid on it last.
    double scale;
    /// Blocks of 8 × 8 pixels that agree.
    int32_t blocks;
} ad_alignment;

/// Aligns a reference with the picture from a guess of the homography, for a camera that is not known. Where the guess
/// leads nowhere the reference is searched for within `radius` pixels (0: not).
bool ad_align_homography(const ad_reference* reference, const ad_view* view, const double* guess, double radius,
                         ad_alignment* result, ad_error* error);
/// The same of a pose: the plane's points are those of the picture, its middle at the origin, `width` across. The rotation
/// and translation of `pose` are the guess and are refined; the rest of it is not touched.
bool ad_align_pose(const ad_reference* reference, const ad_view* view, ad_camera camera, double width,
                   ad_plane_pose* pose, double radius, ad_alignment* result, ad_error* error);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
