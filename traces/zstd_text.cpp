#include "traces/zstd_text.h"

#include <memory>
#include <stdexcept>
#include <zstd.h>

namespace moot {

bool is_zstd(std::string_view bytes) { return bytes.starts_with("\x28\xb5\x2f\xfd"); }

std::string decompress_zstd(std::string_view bytes) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  std::string chunk(ZSTD_DStreamOutSize(), '\0');
  std::string text;
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t missing = 1; // of the current frame; several frames may follow one another
  bool more = true;        // zstd may hold back output when the input has been read
  while (in.pos < in.size || more) {
    ZSTD_outBuffer out{chunk.data(), chunk.size(), 0};
    missing = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(missing) != 0) throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(missing));
    text.append(chunk, 0, out.pos);
    more = out.pos == out.size && missing != 0;
  }
  if (missing != 0) throw std::runtime_error("zstd: the compressed data is cut off");
  return text;
}

} // namespace moot
