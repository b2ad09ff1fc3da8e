import { ServiceError } from "../errors/service-error.js";
import { tooLarge } from "../errors/too-large.js";

/** Blocks of a body. */
type Blocks = AsyncIterable<Uint8Array>;

/** The names of content encodings in a header, and those that runtimes have for them. */
const encodings: ReadonlyMap<string, string> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "brotli"],
  ["zstd", "zstd"],
]);

/**
 * The blocks of a body without its content encoding, decoded as they arrive. Which encodings there are
 * depends on the runtime; gzip and deflate are everywhere.
 * @param header `content-encoding`
 * @param limit bytes of the body, both as it is sent and decoded
 * @throws ServiceError `bad_request` at once for an encoding that this runtime cannot decode, or for
 * several; while the blocks are read, `bad_request` if they are not encoded so, or `too_large`
 */
export function decodeContent(chunks: Blocks, header: string | null, limit: number): Blocks {
  const encoding = (header ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return chunks;
  return readDecoded(chunks, openDecoder(encodings.get(encoding)), limit);
}

function openDecoder(format: string | undefined): DecompressionStream {
  try {
    // It throws for a name that it does not know, `undefined` included.
    return new DecompressionStream(format as CompressionFormat);
  } catch {
    const message = "The content encoding of the request body is not supported.";
    throw refuse("bad_request", "request_body_encoding_unsupported", message);
  }
}

async function* readDecoded(
  chunks: Blocks,
  decoder: DecompressionStream,
  limit: number,
): AsyncGenerator<Uint8Array> {
  const encoded = openSource(chunks, limit);
  const reader = encoded.stream.pipeThrough(decoder).getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw encoded.failure() ?? invalid();
      });
      if (done) return;
      bytes += value.length;
      if (bytes > limit) throw tooLargeDecoded(limit);
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** The encoded blocks as a stream that is pulled, and the error with which they ended, if they did. */
function openSource(chunks: Blocks, limit: number) {
  const blocks = chunks[Symbol.asyncIterator]();
  let bytes = 0;
  let failure: unknown;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await blocks.next();
        if (done) return controller.close();
        bytes += value.length;
        if (bytes > limit) throw tooLarge(limit);
        controller.enqueue(value as Uint8Array<ArrayBuffer>);
      } catch (error) {
        failure = error;
        controller.error(error);
      }
    },
    async cancel() {
      await blocks.return?.();
    },
  });
  return { stream, failure: () => failure };
}

function invalid(): ServiceError {
  const message = "The request body is not valid for its content encoding.";
  return refuse("bad_request", "request_body_encoding_invalid", message);
}

function tooLargeDecoded(limit: number): ServiceError {
  const message = `The decoded request body is larger than ${limit} bytes.`;
  return refuse("too_large", "request_body_too_large_after_decoding", message);
}

/** The codes are those of the Messages service, whose official clients have classes for them. */
function refuse(kind: "bad_request" | "too_large", code: string, message: string): ServiceError {
  return new ServiceError({ kind, message, code, details: { error_code: code } });
}
