#include "CFFmpeg.h"
#include "repeatable.hpp"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
}

#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

namespace {

struct Failure : std::exception {
    bool isArgument;
    std::string text;
    explicit Failure(std::string text, bool isArgument = false) : isArgument(isArgument), text(std::move(text)) {}
    const char* what() const noexcept override { return text.c_str(); }
};

/// Throws when FFmpeg says that something failed.
int check(int code, const char* doing) {
    if (code >= 0)
        return code;
    char words[AV_ERROR_MAX_STRING_SIZE] = "";
    av_strerror(code, words, sizeof words);
    throw Failure(std::string(doing) + ": " + words);
}

template <typename Thing> Thing* present(Thing* thing) {
    if (!thing)
        throw Failure("not enough memory");
    return thing;
}

template <typename Body> bool guarded(af_error* error, Body&& body) noexcept {
    try {
        body();
        return true;
    } catch (const Failure& failure) {
        error->is_argument = failure.isArgument;
        std::snprintf(error->message, sizeof error->message, "%s", failure.what());
    } catch (const std::exception& exception) {
        error->is_argument = false;
        std::snprintf(error->message, sizeof error->message, "%s", exception.what());
    }
    return false;
}

} // namespace

struct af_film {
    airdraw::ZeroedMemory zeroed;
    AVFormatContext* format = nullptr;
    AVCodecContext* codec = nullptr;
    AVStream* stream = nullptr;
    AVFrame* frame = nullptr;
    AVPacket* packet = nullptr;
    SwsContext* colours = nullptr;
    int64_t count = 0;
    bool isOpen = false;

    ~af_film() {
        sws_freeContext(colours);
        av_packet_free(&packet);
        av_frame_free(&frame);
        avcodec_free_context(&codec);
        if (format && format->pb)
            avio_closep(&format->pb);
        avformat_free_context(format);
    }

    /// Hands a frame to the encoder, or the end where it is null, and writes what comes out.
    void code(const AVFrame* next) {
        check(avcodec_send_frame(codec, next), "a frame cannot be coded");
        while (true) {
            const int got = avcodec_receive_packet(codec, packet);
            if (got == AVERROR(EAGAIN) || got == AVERROR_EOF)
                return;
            check(got, "a frame cannot be coded");
            av_packet_rescale_ts(packet, codec->time_base, stream->time_base);
            packet->stream_index = stream->index;
            check(av_interleaved_write_frame(format, packet), "the film cannot be written");
        }
    }
};

extern "C" {

const char* af_error_message(const af_error* error) {
    return error->message;
}

af_film* af_film_create(const char* path, double rate, int32_t width, int32_t height, af_error* error) {
    std::unique_ptr<af_film> film;
    const bool worked = guarded(error, [&] {
        if (width < 2 || height < 2 || width % 2 != 0 || height % 2 != 0)
            throw Failure("width and height of a film are even", true);
        if (!(rate > 0 && rate <= 1000))
            throw Failure("the rate of a film is above 0 and at most 1000 frames per second", true);
        // FFmpeg prints what it thinks; what matters is said by its codes.
        av_log_set_callback([](void*, int, const char*, va_list) {});
        film = std::make_unique<af_film>();
        check(avformat_alloc_output_context2(&film->format, nullptr, nullptr, path), "FFmpeg knows no such film");
        // The version of FFmpeg is no part of a film: the same pictures give the same bytes.
        film->format->flags |= AVFMT_FLAG_BITEXACT;
        const AVCodec* encoder = avcodec_find_encoder_by_name("libx264");
        if (!encoder)
            encoder = avcodec_find_encoder(AV_CODEC_ID_H264);
        if (!encoder)
            encoder = avcodec_find_encoder(AV_CODEC_ID_MPEG4);
        if (!encoder)
            throw Failure("FFmpeg can write neither H.264 nor MPEG-4 here");
        film->codec = present(avcodec_alloc_context3(encoder));
        AVCodecContext& codec = *film->codec;
        codec.width = width;
        codec.height = height;
        codec.pix_fmt = AV_PIX_FMT_YUV420P;
        codec.time_base = av_inv_q(av_d2q(rate, 100000));
        codec.framerate = av_inv_q(codec.time_base);
        codec.thread_count = 1;
        if (film->format->oformat->flags & AVFMT_GLOBALHEADER)
            codec.flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        AVDictionary* options = nullptr;
        if (std::string(encoder->name) == "libx264") {
            // About as good as x264's own choice (medium, 23), at a third of the time for a fifth more bytes.
            av_dict_set(&options, "preset", "veryfast", 0);
            av_dict_set(&options, "crf", "20", 0);
        } else {
            codec.bit_rate = static_cast<int64_t>(width) * height * 4;
        }
        const int opened = avcodec_open2(&codec, encoder, &options);
        av_dict_free(&options);
        check(opened, "the encoder cannot be opened");
        film->stream = present(avformat_new_stream(film->format, nullptr));
        film->stream->time_base = codec.time_base;
        film->stream->avg_frame_rate = codec.framerate;
        check(avcodec_parameters_from_context(film->stream->codecpar, &codec), "the encoder cannot be opened");
        film->frame = present(av_frame_alloc());
        film->frame->format = codec.pix_fmt;
        film->frame->width = width;
        film->frame->height = height;
        check(av_frame_get_buffer(film->frame, 0), "a frame cannot be had");
        film->packet = present(av_packet_alloc());
        film->colours = present(sws_getContext(width, height, AV_PIX_FMT_BGR24, width, height, codec.pix_fmt,
                                               SWS_BICUBIC, nullptr, nullptr, nullptr));
        check(avio_open(&film->format->pb, path, AVIO_FLAG_WRITE), "the film cannot be opened");
        check(avformat_write_header(film->format, nullptr), "the film cannot be written");
        film->isOpen = true;
    });
    return worked ? film.release() : nullptr;
}

bool af_film_append(af_film* film, const uint8_t* bytes, size_t count, size_t stride, af_error* error) {
    return guarded(error, [&] {
        const auto width = static_cast<size_t>(film->codec->width);
        const auto height = static_cast<size_t>(film->codec->height);
        if (!film->isOpen)
            throw Failure("the film is finished", true);
        if (stride < width * 3 || stride > INT32_MAX || count < stride * (height - 1) + width * 3)
            throw Failure("the picture does not have the size of the film", true);
        check(av_frame_make_writable(film->frame), "a frame cannot be had");
        const int strides[] = {static_cast<int>(stride)};
        sws_scale(film->colours, &bytes, strides, 0, film->codec->height, film->frame->data, film->frame->linesize);
        film->frame->pts = film->count++;
        film->code(film->frame);
    });
}

bool af_film_finish(af_film* film, af_error* error) {
    return guarded(error, [&] {
        if (!film->isOpen)
            throw Failure("the film is finished", true);
        film->isOpen = false;
        film->code(nullptr);
        check(av_write_trailer(film->format), "the film cannot be written");
        check(avio_closep(&film->format->pb), "the film cannot be written");
    });
}

void af_film_destroy(af_film* film) {
    delete film;
}

} // extern "C"
