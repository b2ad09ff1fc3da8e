import type { Conversation } from "../conversation/conversation.js";
import type { ParsedRequest } from "../formats/format.js";
import type { JsonObject } from "../json/value.js";
import type { Steps } from "../runtime/steps.js";
import type { Routed, ValidRequest } from "./call.js";

/** What a request is parsed from. */
type RequestText = Pick<Routed & ValidRequest, "format" | "head" | "bytes">;

const decoder = new TextDecoder();

/**
 * A request that holds its text only: what was parsed of it is many times as large. Whoever asks for
 * its body or its conversation has it parsed again, once.
 */
export function toUnparsed(
  { body, conversation, readConversation, ...facts }: ParsedRequest,
  { format, head, bytes }: RequestText,
): ParsedRequest {
  return Object.assign(new Unparsed({ format, head, bytes }), facts);
}

class Unparsed implements Pick<ParsedRequest, "body" | "conversation" | "readConversation"> {
  readonly #text: RequestText;
  #parsed: ParsedRequest | undefined;

  constructor(text: RequestText) {
    this.#text = text;
  }

  get body(): JsonObject {
    return this.#parse().body;
  }

  conversation(): Conversation {
    return this.#parse().conversation();
  }

  readConversation(): Steps<Conversation> {
    return this.#parse().readConversation();
  }

  #parse(): ParsedRequest {
    const { format, head, bytes } = this.#text;
    this.#parsed ??= format.parseRequest(JSON.parse(decoder.decode(bytes)), head, bytes);
    return this.#parsed;
  }
}
