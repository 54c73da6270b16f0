// Films out.
#include "handles.hpp"
#include "repeatable.hpp"

#include <cmath>
#include <memory>
#include <opencv2/videoio.hpp>

using airdraw::Failure;
using airdraw::filled;
using airdraw::guarded;

struct ad_writer {
    airdraw::ZeroedMemory zeroed;
    cv::VideoWriter writer;
    cv::Size size;
};

namespace airdraw {
void silenceFFmpeg();
}

extern "C" {

ad_writer* ad_writer_create(const char* path, double rate, int32_t width, int32_t height, ad_error* error) {
    return guarded<ad_writer*>(error, nullptr, [&] {
        if (width < 2 || height < 2 || width % 2 != 0 || height % 2 != 0)
            throw Failure(AD_CODE_ARGUMENT, "width and height of a film are even");
        if (!(rate > 0 && rate <= 1000))
            throw Failure(AD_CODE_ARGUMENT, "the rate of a film is above 0 and at most 1000 frames per second");
        airdraw::silenceFFmpeg();
        const airdraw::OneProcessor oneThread;
        auto writer = std::make_unique<ad_writer>();
        writer->size = {width, height};
        // H.264 first: browsers play it.
        for (const int code :
             {cv::VideoWriter::fourcc('a', 'v', 'c', '1'), cv::VideoWriter::fourcc('m', 'p', '4', 'v')})
            if (writer->writer.open(path, cv::CAP_FFMPEG, code, rate, writer->size))
                return writer.release();
        throw Failure(AD_CODE_OTHER, "FFmpeg can write neither H.264 nor MPEG-4 here");
    });
}

bool ad_writer_append(ad_writer* writer, const ad_picture* picture, ad_error* error) {
    return guarded(error, false, [&] {
        if (filled(picture).size() != writer->size)
            throw Failure(AD_CODE_SIZE_CHANGED, "the picture does not have the size of the film");
        if (!writer->writer.isOpened())
            throw Failure(AD_CODE_ARGUMENT, "the film is finished");
        writer->writer.write(picture->mat);
        return true;
    });
}

bool ad_writer_finish(ad_writer* writer, ad_error* error) {
    return guarded(error, false, [&] {
        writer->writer.release();
        return true;
    });
}

void ad_writer_destroy(ad_writer* writer) {
    delete writer;
}

} // extern "C"
