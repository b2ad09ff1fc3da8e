import type { ConversationEvent, ModelRequest } from "@diglot/core";
import {
  type AnyFormat,
  createStreamReader,
  readResponse,
  ServiceError,
  type StreamReader,
} from "@diglot/core/translation";
import { findFormat, toAnyFormat } from "../../common/formats.js";

/** Reads the bytes of a relayed reply as events. */
export interface ReplyReader {
  /** More of a stream. */
  push(block: Uint8Array): Iterable<ConversationEvent>;
  /** What is owed at the end of a stream. */
  end(): Iterable<ConversationEvent>;
  /** A whole JSON reply. */
  whole(body: Uint8Array): Iterable<ConversationEvent>;
}

/**
 * A reader of the reply to a request, which knows its tools and stop sequences.
 * @throws ServiceError `internal` for a caller's format that cannot be read
 */
export function createReplyReader({ origin, clock }: ModelRequest): ReplyReader {
  const format = toFormat(origin.format);
  const options = { request: origin.body, headers: origin.headers, clock };
  let stream: StreamReader | undefined;
  const open = () => {
    stream ??= createStreamReader(format, options);
    return stream;
  };
  return {
    push: (block) => open().push(block),
    end: () => open().end(),
    whole(body) {
      const text = new TextDecoder().decode(body);
      return readResponse(format, JSON.parse(text), { ...options, text });
    },
  };
}

function toFormat(format: string): AnyFormat {
  const name = findFormat(format);
  if (name !== undefined) return toAnyFormat(name);
  throw new ServiceError({
    kind: "internal",
    message: `Relayed replies of the format "${format}" cannot be recorded.`,
  });
}
