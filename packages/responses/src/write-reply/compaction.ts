import type {
  ConversationEvent,
  FoldedReply,
  OpenedBlock,
  ServiceError,
  StreamWriter,
} from "@diglot/core";
import { badReply } from "@diglot/core/formats";
import { formatName } from "../wire/names.js";
import { seal } from "../wire/seal.js";
import type { AnswerContext } from "./context.js";

/** What a model has written as a summary becomes the only item of the reply. */
type CompactionBlock = Extract<OpenedBlock, { readonly type: "native" }>;

/** @throws ServiceError `upstream_bad_response` if there is no summary: all turns would be lost */
function toCompaction(text: string, { ids }: AnswerContext): CompactionBlock {
  if (text.trim() === "") throw badReply("The model wrote no summary of the conversation.");
  const id = ids.create("cmp_", 48);
  const value = { id, type: "compaction", encrypted_content: seal({ type: "compaction", text }) };
  return { type: "native", format: formatName, value };
}

/** A reply whose text is a summary, as one that has a compaction in its place. */
export function toCompactedReply(reply: FoldedReply, context: AnswerContext): FoldedReply {
  const texts = reply.blocks.filter(({ opened }) => opened.type === "text");
  const opened = toCompaction(texts.map(({ text }) => text).join(""), context);
  const block = { opened, text: "", signature: undefined, citations: [], closed: true };
  return { ...reply, blocks: [block] };
}

/** Writes such a reply as a stream: the summary is complete before anything of it is shown. */
export class CompactionStream implements StreamWriter {
  readonly #context: AnswerContext;
  readonly #inner: StreamWriter;
  readonly #texts: string[] = [];
  #isText = false;

  constructor(context: AnswerContext, inner: StreamWriter) {
    this.#context = context;
    this.#inner = inner;
  }

  write(event: ConversationEvent): string {
    switch (event.type) {
      case "open":
        this.#isText = event.block.type === "text";
        return "";
      case "delta":
        if (this.#isText && event.delta.type === "text") this.#texts.push(event.delta.text);
        return "";
      case "close":
        return "";
      case "stop":
        return this.#writeItem() + this.#inner.write(event);
      default:
        return this.#inner.write(event);
    }
  }

  ping(): string {
    return this.#inner.ping();
  }

  fail(error: ServiceError, requestId: string): string {
    return this.#inner.fail(error, requestId);
  }

  #writeItem(): string {
    const block = toCompaction(this.#texts.join(""), this.#context);
    return (
      this.#inner.write({ type: "open", index: 0, block }) +
      this.#inner.write({ type: "close", index: 0 })
    );
  }
}
