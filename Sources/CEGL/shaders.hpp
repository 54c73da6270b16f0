// The programs that run per corner and per pixel, in OpenGL ES 3's language.
#pragma once

namespace airdraw {

/// What all corner programs share: the way from the camera to the picture.
inline constexpr const char* cameraSource = R"(#version 300 es
precision highp float;
uniform vec4 matrix;
uniform vec2 shift;
uniform float distortion[5];
uniform float reach;
uniform float near;
uniform vec2 size;
uniform float bias;

// Brown and Conrady; beyond the radius where the model folds back, straight on.
vec2 distorted(vec2 p) {
    float r = length(p);
    float k = r > reach ? reach / r : 1.0;
    vec2 q = p * k;
    float s = dot(q, q);
    float radial = 1.0 + s * (distortion[0] + s * (distortion[1] + s * distortion[4]));
    vec2 t = vec2(2.0 * distortion[2] * q.x * q.y + distortion[3] * (s + 2.0 * q.x * q.x),
                  distortion[2] * (s + 2.0 * q.y * q.y) + 2.0 * distortion[3] * q.x * q.y);
    return q * radial + t + (p - q);
}

// Pixels from the picture's upper left corner.
vec2 pixel(vec3 p) {
    vec2 d = distorted(vec2(p.x, -p.y) / -p.z);
    return vec2(dot(matrix.xy, d), dot(matrix.zw, d)) + shift;
}

// The clip position; rows of the picture go down, and so do OpenGL's here.
vec4 clip(vec3 p) {
    float w = -p.z;
    // Behind the near distance only the direction counts, in which edges are cut off: there the lens is straight.
    vec2 q = vec2(p.x, -p.y);
    vec2 h = w >= near * 0.5 ? pixel(p) * w : vec2(dot(matrix.xy, q), dot(matrix.zw, q)) + shift * w;
    // Depth goes from the near distance to infinity.
    return vec4(h / size * 2.0 - w, w - (2.0 + bias) * near, w);
}
)";

/// Triangles: corners, and the light that falls on them.
///
/// Light is linear and counted at the corners: a processor draws few corners and many pixels. What faces the light straight shows its
/// own colour in neutral light, a little less where it is turned away.
inline constexpr const char* meshVertexSource = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 colour;
layout(location = 4) in vec3 placeOffset;
layout(location = 5) in vec2 placeShift;
layout(location = 6) in vec4 placeColour;
layout(location = 7) in float time;
uniform mat3 turn;
uniform vec3 move;
uniform bool usesPlaceColour;
uniform bool isShadow;
uniform vec4 shadowPlane;
uniform vec3 toLight;
uniform vec3 up;
uniform vec3 tint;
uniform float opacity;
uniform vec3 light;
uniform float roughness;
uniform bool isUnlit;
uniform bool hasPicture;
out vec2 texturePlace;
out float drawnAt;
out vec4 paint;

vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
vec3 shown(vec3 c) { return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

void main() {
    vec3 p = turn * (position + placeOffset) + move;
    texturePlace = uv + placeShift;
    drawnAt = time;
    if (isShadow) {
        float height = dot(shadowPlane.xyz, p) - shadowPlane.w;
        p -= toLight * (max(height, 0.0) / max(dot(shadowPlane.xyz, toLight), 0.1));
        paint = vec4(0.0, 0.0, 0.0, opacity);
        gl_Position = clip(p);
        // All of one depth: what is in the shadow already is not drawn once more.
        if (gl_Position.w > near) gl_Position.z = gl_Position.w * 0.5;
        return;
    }
    vec4 own = usesPlaceColour ? placeColour : colour;
    vec3 base = own.rgb * tint;
    if (!isUnlit) {
        vec3 n = normalize(turn * normal);
        vec3 view = normalize(-p);
        // A surface without an inside is seen from both sides.
        if (dot(n, view) < 0.0) n = -n;
        float straight = max(dot(n, toLight), 0.0);
        float sky = 0.5 + 0.5 * dot(n, up);
        float gloss = 1.0 - roughness;
        float shine = gloss * 0.5 * pow(max(dot(n, normalize(toLight + view)), 0.0), mix(8.0, 64.0, gloss)) * straight;
        vec3 c = linear(base) * (0.6 * straight + 0.25 + 0.15 * sky);
        // A picture comes later, as it is shown: there light is a factor of the power that makes it linear.
        base = hasPicture ? base * pow(light * (0.6 * straight + 0.25 + 0.15 * sky), vec3(1.0 / 2.2))
                          : shown(clamp((c + shine) * light, 0.0, 1.0));
    }
    paint = vec4(base, opacity * own.a);
    gl_Position = clip(p);
}
)";

/// Triangles: pixels, after `#version` and, where parts come later than others, `#define TIMED`.
inline constexpr const char* meshFragmentSource = R"(
precision highp float;
in vec2 texturePlace;
in float drawnAt;
in vec4 paint;
uniform float until;
uniform sampler2D picture;
uniform bool hasPicture;
out vec4 result;
void main() {
#ifdef TIMED
    // Only where it is needed: with it nothing that is hidden can be left out early.
    if (drawnAt > until) discard;
#endif
    vec3 c = paint.rgb;
    if (hasPicture) c = min(c * texture(picture, texturePlace).rgb, 1.0);
    result = vec4(c * paint.a, paint.a);
}
)";

/// Lines and dots: a rectangle round each, in the picture's plane.
inline constexpr const char* capsuleVertexSource = R"(
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 2) in float radius;
layout(location = 3) in vec4 colour;
uniform float pixelsPerUnit;
flat out vec2 endA;
flat out vec2 endB;
flat out vec2 radii;
flat out vec4 ownColour;
out vec2 place;
void main() {
    vec3 p = a;
    vec3 q = b;
    ownColour = colour;
    // What is behind the camera is cut off at the near distance.
    if (p.z > -near && q.z > -near) {
        endA = endB = radii = place = vec2(0.0);
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (p.z > -near) p = mix(p, q, (-near - p.z) / (q.z - p.z));
    else if (q.z > -near) q = mix(q, p, (-near - q.z) / (p.z - q.z));
    endA = pixel(p);
    endB = pixel(q);
    radii = radius >= 0.0 ? vec2(radius) : -radius * pixelsPerUnit / vec2(-p.z, -q.z);
    vec2 along = endB - endA;
    float way = length(along);
    along = way > 1e-6 ? along / way : vec2(1.0, 0.0);
    vec2 aside = vec2(-along.y, along.x);
    bool isEnd = (gl_VertexID & 1) == 1;
    float side = (gl_VertexID & 2) == 2 ? 1.0 : -1.0;
    float grown = max(radii.x, radii.y) + 1.0;
    place = (isEnd ? endB + along * grown : endA - along * grown) + aside * side * grown;
    float w = isEnd ? -q.z : -p.z;
    gl_Position = vec4(place / size * 2.0 - 1.0, 1.0 - (2.0 + bias) * near / w, 1.0);
}
)";

/// Lines and dots: how much of a pixel they cover.
inline constexpr const char* capsuleFragmentSource = R"(#version 300 es
precision highp float;
flat in vec2 endA;
flat in vec2 endB;
flat in vec2 radii;
flat in vec4 ownColour;
in vec2 place;
out vec4 result;
void main() {
    vec2 along = endB - endA;
    float square = dot(along, along);
    float t = square > 1e-9 ? clamp(dot(place - endA, along) / square, 0.0, 1.0) : 0.0;
    float r = mix(radii.x, radii.y, t);
    // A line thinner than a pixel is fainter, and not thinner.
    float thin = min(2.0 * r, 1.0);
    float cover = clamp(max(r, 0.5) - distance(place, endA + along * t) + 0.5, 0.0, 1.0) * thin;
    float alpha = cover * ownColour.a;
    if (alpha <= 0.0) discard;
    result = vec4(ownColour.rgb * alpha, alpha);
}
)";

} // namespace airdraw
