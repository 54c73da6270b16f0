// Pictures: memory, decoding, encoding.
#include "handles.hpp"
#include "png.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <vector>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

struct ad_encoded {
    std::vector<uchar> bytes;
};

extern "C" {

ad_picture* ad_picture_create(ad_error* error) {
    return guarded<ad_picture*>(error, nullptr, [] { return new ad_picture; });
}

void ad_picture_destroy(ad_picture* picture) {
    delete picture;
}

int32_t ad_picture_width(const ad_picture* picture) {
    return picture->mat.cols;
}

int32_t ad_picture_height(const ad_picture* picture) {
    return picture->mat.rows;
}

const uint8_t* ad_picture_bytes(const ad_picture* picture, size_t* stride) {
    *stride = picture->mat.empty() ? 0 : picture->mat.step[0];
    return picture->mat.empty() ? nullptr : picture->mat.data;
}

bool ad_picture_fill(ad_picture* picture, const uint8_t* bytes, size_t count, int32_t width, int32_t height,
                     ad_error* error) {
    return guarded(error, false, [&] {
        if (width < 1 || height < 1)
            throw Failure(AD_CODE_ARGUMENT, "a picture has at least one pixel");
        if (count / 3 / static_cast<size_t>(width) != static_cast<size_t>(height) ||
            count % (3 * static_cast<size_t>(width)) != 0)
            throw Failure(AD_CODE_ARGUMENT, "the number of bytes is not width x height x 3");
        picture->mat.create(height, width, CV_8UC3);
        std::memcpy(picture->mat.data, bytes, count);
        return true;
    });
}

bool ad_picture_copy(ad_picture* target, const ad_picture* source, ad_error* error) {
    return guarded(error, false, [&] {
        filled(source).copyTo(target->mat);
        return true;
    });
}

bool ad_picture_decode(ad_picture* picture, const uint8_t* bytes, size_t count, ad_error* error) {
    return guarded(error, false, [&] {
        if (count == 0 || count > static_cast<size_t>(INT_MAX))
            throw Failure(AD_CODE_UNREADABLE, "the file is empty or too long");
        std::vector<uint8_t> png;
        if (airdraw::isPNG(bytes, count)) {
            png = airdraw::essentialPNG(bytes, count);
            bytes = png.data();
            count = png.size();
        }
        // imdecode only reads, though it asks for a Mat that could be written.
        const cv::Mat file(1, static_cast<int>(count), CV_8UC1, const_cast<uint8_t*>(bytes));
        cv::imdecode(file, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION, &picture->mat);
        if (picture->mat.empty() || picture->mat.type() != CV_8UC3)
            throw Failure(AD_CODE_UNREADABLE, "the picture cannot be decoded");
        return true;
    });
}

ad_encoded* ad_encoded_create(const ad_picture* picture, const char* ending, int32_t quality, ad_error* error) {
    return guarded<ad_encoded*>(error, nullptr, [&] {
        auto encoded = std::make_unique<ad_encoded>();
        const std::vector<int> settings = {cv::IMWRITE_JPEG_QUALITY,    std::min<int>(quality, 100),
                                           cv::IMWRITE_WEBP_QUALITY,    quality,
                                           cv::IMWRITE_PNG_COMPRESSION, 6};
        if (!cv::imencode(ending, filled(picture), encoded->bytes, settings))
            throw Failure(AD_CODE_OTHER, "the picture cannot be encoded");
        return encoded.release();
    });
}

const uint8_t* ad_encoded_bytes(const ad_encoded* encoded, size_t* count) {
    *count = encoded->bytes.size();
    return encoded->bytes.data();
}

void ad_encoded_destroy(ad_encoded* encoded) {
    delete encoded;
}

} // extern "C"
