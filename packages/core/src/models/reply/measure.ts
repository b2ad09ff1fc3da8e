import type { BlockDelta, ConversationEvent, OpenedBlock } from "../../conversation/events.js";
import type { TokenLogprob, TokenProbability } from "../../conversation/logprobs.js";
import { replyTooLarge, tooManyBlocks } from "../../errors/reply-too-large.js";
import type { ServiceError } from "../../errors/service-error.js";
import type { SizeLimits } from "../../http/size-limits.js";
import { sizeOfJson } from "../../json/size.js";

/** The limits of a reply. */
type ReplyLimits = Pick<SizeLimits, "eventCharacters" | "replyCharacters" | "replyBlocks">;

/** Adds up the sizes of the events of one reply, and counts its blocks and citations. */
export class ReplyMeasure {
  readonly #limits: ReplyLimits;
  #characters = 0;
  #blocks = 0;

  constructor(limits: ReplyLimits) {
    this.#limits = limits;
  }

  /** @throws ServiceError `upstream_bad_response`, with `OverLimit` as its cause */
  add(event: ConversationEvent): void {
    if (event.type === "delta") {
      const { delta } = event;
      const size = sizeOfDelta(delta);
      if (delta.type === "citation") this.#blocks += 1;
      else if (size > this.#limits.eventCharacters) throw eventTooLarge(this.#limits);
      this.#characters += size;
    } else if (event.type === "open") {
      this.#blocks += 1;
      if (event.block.type !== "text") this.#characters += sizeOfOpened(event.block);
    } else return;
    if (this.#characters > this.#limits.replyCharacters) throw tooManyCharacters(this.#limits);
    if (this.#blocks > this.#limits.replyBlocks) throw tooManyBlocks(this.#limits.replyBlocks);
  }
}

function eventTooLarge({ eventCharacters }: ReplyLimits): ServiceError {
  return replyTooLarge(`An event has more than ${eventCharacters} characters.`);
}

function tooManyCharacters({ replyCharacters }: ReplyLimits): ServiceError {
  return replyTooLarge(`The reply has more than ${replyCharacters} characters.`);
}

function sizeOfDelta(delta: BlockDelta): number {
  switch (delta.type) {
    case "text":
      return delta.text.length + sizeOfLogprobs(delta.logprobs);
    case "arguments":
      return delta.json.length;
    case "signature":
      return delta.signature.length;
    case "citation":
      return sizeOfJson(delta.value);
  }
}

/** What a block brings when it opens. */
function sizeOfOpened(block: OpenedBlock): number {
  switch (block.type) {
    case "tool_call":
      return block.id.length + block.name.length + (block.extra ? sizeOfJson(block.extra) : 0);
    case "redacted_thinking":
      return block.data.length;
    case "native":
      return sizeOfJson(block.value);
    default:
      return 0;
  }
}

/** What a token of a list counts at least, in characters. */
const tokenSize = 16;

function sizeOfLogprobs(logprobs: readonly TokenLogprob[] = []): number {
  let size = 0;
  for (const { alternatives, ...token } of logprobs) {
    size += sizeOfToken(token);
    for (const alternative of alternatives) size += sizeOfToken(alternative);
  }
  return size;
}

/** An upstream may send any text as a token, and any number of bytes. */
function sizeOfToken({ token, bytes }: TokenProbability): number {
  return Math.max(tokenSize, token.length + (bytes?.length ?? 0));
}
