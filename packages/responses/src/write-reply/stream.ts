import type {
  ConversationEvent,
  EndEvent,
  OpenEvent,
  ServiceError,
  StartEvent,
  StopEvent,
  StreamWriter,
} from "@diglot/core";
import { encodeComment, nativeBlock } from "@diglot/core/formats";
import { toReplyError } from "../answers/errors.js";
import type { ItemStatus, OutputItem } from "../schemas/response.js";
import { compacts, toolsOf } from "../wire/request-of.js";
import type { ToolTable } from "../wire/tool-table.js";
import { CompactionStream } from "./compaction.js";
import type { AnswerContext } from "./context.js";
import { noteStop, type ResponseEnd, toEnd } from "./end.js";
import { Frames } from "./frames.js";
import { type ItemKind, idPrefixOf, kindOf, toOwedBlock } from "./grouping.js";
import type { CompletedBlock } from "./items.js";
import type { OpenItem } from "./open-item.js";
import { toOpenItem } from "./open-items.js";
import { isShown } from "./response.js";
import { createHead, createResponseWriter, toSeconds } from "./response-object.js";
import { toUsage } from "./usage.js";

/**
 * Turns a reply into the events of this wire: `response.created` first, each item with its parts and
 * deltas, and one event with the whole response last. Items follow one another. An item is closed when
 * the next one begins or the reply stops, because only then it is known whether it was cut.
 */
export function createStreamWriter(context: AnswerContext): StreamWriter {
  const writer = new ReplyStream(context);
  return compacts(context.request) ? new CompactionStream(context, writer) : writer;
}

/** The open block, as far as it has come. */
interface OpenBlock {
  readonly opened: OpenEvent["block"];
  readonly position: number;
  readonly pieces: string[];
  readonly citations: CompletedBlock["citations"][number][];
  readonly logprobs: NonNullable<CompletedBlock["logprobs"]>[number][];
  signature: string | undefined;
}

class ReplyStream implements StreamWriter {
  readonly #context: AnswerContext;
  readonly #frames = new Frames();
  readonly #tools: ToolTable;
  readonly #output: OutputItem[] = [];
  #writeResponse: ReturnType<typeof createResponseWriter> | undefined;
  #item: OpenItem | undefined;
  #block: OpenBlock | undefined;
  #saysRefusal = false;
  #end: ResponseEnd = { status: "completed", incomplete_details: null };

  constructor(context: AnswerContext) {
    this.#context = context;
    this.#tools = toolsOf(context.request);
  }

  write(event: ConversationEvent): string {
    switch (event.type) {
      case "start":
        return this.#start(event);
      case "open":
        return this.#openBlock(event);
      case "delta":
        return this.#addDelta(event.delta);
      case "close":
        return this.#closeBlock(true);
      case "stop":
        return this.#stop(event);
      case "end":
        return this.#finish(event);
      case "usage":
        return "";
    }
  }

  /** An event, since some clients do not count comments as a sign of life; but nothing comes before the first. */
  ping(): string {
    return this.#writeResponse ? this.#frames.event("keepalive", {}) : encodeComment("keep-alive");
  }

  fail(error: ServiceError): string {
    const told = toReplyError(error);
    const begun = this.#writeResponse ? "" : this.#start({ model: this.#context.request.model });
    const item = this.#item?.toItem("incomplete");
    const output = item ? [...this.#output, item] : this.#output;
    const response = this.#writeResponse?.({ status: "failed", output, error: told });
    return [
      begun,
      this.#frames.event("error", { error: told }),
      this.#frames.event("response.failed", { response }),
      this.#last(),
    ].join("");
  }

  #start(start: Pick<StartEvent, "model"> & Partial<StartEvent>): string {
    this.#writeResponse = createResponseWriter(this.#context, createHead(this.#context, start));
    const response = this.#writeResponse({ status: "in_progress", output: [] });
    return (
      this.#frames.event("response.created", { response }) +
      this.#frames.event("response.in_progress", { response })
    );
  }

  #openBlock({ block: opened, index: position }: OpenEvent): string {
    this.#block = {
      opened,
      position,
      pieces: [],
      citations: [],
      logprobs: [],
      signature: undefined,
    };
    this.#saysRefusal ||= opened.type === "refusal";
    const kind = kindOf(opened);
    if (!kind) {
      this.#context.receipt.noteReply(nativeBlock, `/content/${position}`);
      return "";
    }
    // Reasoning that is not shown has an item only if the model wants it back.
    if (opened.type === "thinking" && this.#context.settings.reasoning === "omit") return "";
    return this.#openItem(kind, opened);
  }

  #openItem(kind: ItemKind, opened: OpenEvent["block"]): string {
    if (this.#item?.continues?.(opened)) return this.#item.open(opened);
    const closed = this.#closeItem("completed");
    const tool = opened.type === "tool_call" ? this.#tools.find(opened.name) : undefined;
    const id = this.#context.ids.create(idPrefixOf(kind, tool?.isCustom === true), 48);
    const index = this.#output.length;
    const context = { id, index, frames: this.#frames, answer: this.#context };
    const open = toOpenItem(context, kind, opened, tool);
    this.#item = open;
    const item = open.toItem("in_progress");
    const added = this.#frames.event("response.output_item.added", { output_index: index, item });
    return closed + added + open.open(opened);
  }

  #addDelta(delta: Extract<ConversationEvent, { type: "delta" }>["delta"]): string {
    const block = this.#block;
    if (!block) return "";
    switch (delta.type) {
      case "text":
        block.pieces.push(delta.text);
        if (delta.logprobs) block.logprobs.push(...delta.logprobs);
        return delta.text === "" ? "" : this.#writeDelta(delta.text, delta.logprobs);
      case "arguments":
        block.pieces.push(delta.json);
        return delta.json === "" ? "" : this.#writeDelta(delta.json);
      case "signature":
        block.signature = delta.signature;
        return "";
      case "citation":
        block.citations.push(delta);
        return "";
    }
  }

  #writeDelta(text: string, logprobs?: CompletedBlock["logprobs"]): string {
    if (this.#block && this.#isHidden(this.#block.opened)) return "";
    return this.#item?.delta(text, logprobs) ?? "";
  }

  #closeBlock(closed: boolean): string {
    const block = this.#block;
    this.#block = undefined;
    if (!block || block.opened.type === "native") return "";
    const { opened, position, pieces, ...rest } = block;
    const completed = { opened, text: pieces.join(""), closed, ...rest };
    if (!isShown(completed, this.#context)) return "";
    const late = this.#isHidden(opened) ? this.#openItem("reasoning", opened) : "";
    return late + (this.#item?.close(completed, position) ?? "");
  }

  #isHidden({ type }: OpenEvent["block"]): boolean {
    return type === "thinking" && this.#context.settings.reasoning === "omit";
  }

  #closeItem(status: ItemStatus): string {
    if (!this.#item) return "";
    const item = this.#item.toItem(status);
    this.#item = undefined;
    const output_index = this.#output.length;
    this.#output.push(item);
    return this.#frames.event("response.output_item.done", { output_index, item });
  }

  #stop(stop: StopEvent): string {
    noteStop(stop, this.#context);
    const rest = this.#block ? this.#closeBlock(false) : "";
    const isEmpty = !this.#item && this.#output.length === 0;
    const owed = toOwedBlock(stop, { isEmpty, saysRefusal: this.#saysRefusal });
    this.#saysRefusal ||= owed?.opened.type === "refusal";
    const added = owed ? this.#writeWhole(owed) : "";
    this.#end = toEnd(stop, this.#saysRefusal);
    return rest + added + this.#closeItem(this.#end.status);
  }

  #writeWhole(block: CompletedBlock): string {
    const opened = this.#openItem("message", block.opened);
    const delta = block.text === "" ? "" : this.#writeDelta(block.text);
    return opened + delta + (this.#item?.close(block, 0) ?? "");
  }

  #finish({ usage }: EndEvent): string {
    const { status } = this.#end;
    const response = this.#writeResponse?.({
      ...this.#end,
      output: this.#output,
      completed_at: status === "completed" ? toSeconds(this.#context.clock.now()) : null,
      usage: toUsage(usage),
    });
    return this.#frames.event(`response.${status}`, { response }) + this.#last();
  }

  /** The vendor closes the connection after the last event; the specification has one more frame. */
  #last(): string {
    return this.#context.settings.dialect === "open-responses" ? "data: [DONE]\n\n" : "";
  }
}
