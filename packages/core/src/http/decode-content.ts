import { ServiceError } from "../errors/service-error.js";
import { tooLarge } from "../errors/too-large.js";
import type { ByteSource } from "./exchange.js";

/** The names of content encodings in a header, and those that runtimes have for them. */
const encodings: ReadonlyMap<string, string> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "brotli"],
  ["zstd", "zstd"],
]);

/**
 * A body without its content encoding, decoded as its blocks arrive. Which encodings there are
 * depends on the runtime; gzip and deflate are everywhere.
 * @param header `content-encoding`
 * @param limit bytes of the body, both as it is sent and decoded
 * @throws ServiceError `bad_request` at once for an encoding that this runtime cannot decode, or for
 * several; while the blocks are read, `bad_request` if they are not encoded so, or `too_large`
 */
export function decodeContent(
  source: ByteSource,
  header: string | null,
  limit: number,
): ByteSource {
  const encoding = (header ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return source;
  return createDecodedSource(source, openDecoder(encodings.get(encoding)), limit);
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

/** The encoded source is not touched before the first read, because a pipe reads ahead. */
function createDecodedSource(
  source: ByteSource,
  decoder: DecompressionStream,
  limit: number,
): ByteSource {
  const encoded = openStream(source, limit);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let bytes = 0;
  return {
    async read() {
      reader ??= encoded.stream.pipeThrough(decoder).getReader();
      const { done, value } = await reader.read().catch(() => {
        throw encoded.failure() ?? invalid();
      });
      if (done) return undefined;
      bytes += value.length;
      if (bytes > limit) throw tooLargeDecoded(limit);
      return value;
    },
    async cancel(reason) {
      await reader?.cancel(reason).catch(() => undefined);
    },
  };
}

/** The encoded blocks as a stream that is pulled, and the error with which they ended, if they did. */
function openStream(source: ByteSource, limit: number) {
  let bytes = 0;
  let failure: unknown;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const block = await source.read();
          if (block === undefined) return controller.close();
          bytes += block.length;
          if (bytes > limit) throw tooLarge(limit);
          controller.enqueue(block as Uint8Array<ArrayBuffer>);
        } catch (error) {
          failure = error;
          controller.error(error);
        }
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  );
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
