import type { OpenedBlock } from "@diglot/core";
import type { ItemStatus, MessageItem, OutputItem, OutputPart } from "../schemas/response.js";
import type { CallableTool } from "../wire/tool-table.js";
import type { AnswerContext } from "./context.js";
import { type DeltaFrames, type Place, toDeltaFrames } from "./frames.js";
import type { ItemKind } from "./grouping.js";
import {
  type CompletedBlock,
  toCall,
  toLogprob,
  toMessage,
  toNative,
  toPart,
  toReasoning,
  toWritten,
} from "./items.js";
import type { ItemContext, OpenItem } from "./open-item.js";
import { isSearchCall, OpenSearch } from "./open-search.js";

const logprobsOf = (logprobs: CompletedBlock["logprobs"]) =>
  JSON.stringify((logprobs ?? []).map(toLogprob));

/** An item for a block that opens. */
export function toOpenItem(
  context: ItemContext,
  kind: ItemKind,
  opened: OpenedBlock,
  tool: CallableTool | undefined,
): OpenItem {
  if (opened.type === "tool_call") return new OpenCall(context, opened, tool);
  if (opened.type === "native") {
    return isSearchCall(opened) ? new OpenSearch(context, opened) : new OpenNative(context, opened);
  }
  return kind === "message" ? new OpenMessage(context) : new OpenReasoning(context, opened);
}

/** A message. Each text and each refusal is a part of it. */
export class OpenMessage implements OpenItem {
  readonly #context: ItemContext;
  readonly #parts: OutputPart[] = [];
  #place: Place;
  #deltas: DeltaFrames | undefined;
  #isText = true;

  constructor(context: ItemContext) {
    this.#context = context;
    this.#place = { item_id: context.id, output_index: context.index, content_index: 0 };
  }

  continues({ type }: OpenedBlock): boolean {
    return type === "text" || type === "refusal";
  }

  open(block: OpenedBlock): string {
    const { frames, id, index } = this.#context;
    this.#isText = block.type === "text";
    this.#place = { item_id: id, output_index: index, content_index: this.#parts.length };
    this.#deltas = this.#isText
      ? toDeltaFrames("response.output_text.delta", this.#place, ',"logprobs":[]')
      : toDeltaFrames("response.refusal.delta", this.#place);
    const part = this.#isText
      ? { type: "output_text", annotations: [], logprobs: [], text: "" }
      : { type: "refusal", refusal: "" };
    return frames.event("response.content_part.added", { ...this.#place, part });
  }

  delta(text: string, logprobs: CompletedBlock["logprobs"] = []): string {
    const { frames } = this.#context;
    if (!this.#deltas) return "";
    if (logprobs.length === 0 || !this.#isText) return frames.delta(this.#deltas, text);
    const deltas = { ...this.#deltas, after: `,"logprobs":${logprobsOf(logprobs)}}\n\n` };
    return frames.delta(deltas, text);
  }

  close(block: CompletedBlock, position: number): string {
    const { frames, answer } = this.#context;
    const part = toPart(block, answer, position);
    this.#parts.push(part);
    const place = this.#place;
    if (part.type === "refusal") {
      return (
        frames.event("response.refusal.done", { ...place, refusal: part.refusal }) +
        frames.event("response.content_part.done", { ...place, part })
      );
    }
    const { text, logprobs } = part;
    return [
      ...part.annotations.map((annotation, annotation_index) =>
        frames.event("response.output_text.annotation.added", {
          ...place,
          annotation_index,
          annotation,
        }),
      ),
      frames.event("response.output_text.done", { ...place, text, logprobs }),
      frames.event("response.content_part.done", { ...place, part }),
    ].join("");
  }

  toItem(status: ItemStatus): MessageItem {
    return toMessage(this.#context.id, [...this.#parts], status);
  }
}

/** A call. Free text is written whole, because it is hidden in the JSON of its arguments. */
export class OpenCall implements OpenItem {
  readonly #context: ItemContext;
  readonly #opened: Extract<OpenedBlock, { readonly type: "tool_call" }>;
  readonly #tool: CallableTool | undefined;
  readonly #deltas: DeltaFrames;
  readonly #kind: "custom_tool_call_input" | "function_call_arguments";
  #hasDelta = false;
  #written = "";

  constructor(
    context: ItemContext,
    opened: Extract<OpenedBlock, { readonly type: "tool_call" }>,
    tool: CallableTool | undefined,
  ) {
    this.#context = context;
    this.#opened = opened;
    this.#tool = tool;
    this.#kind = tool?.isCustom ? "custom_tool_call_input" : "function_call_arguments";
    this.#deltas = toDeltaFrames(`response.${this.#kind}.delta`, this.#place);
  }

  get #place(): Place {
    return { item_id: this.#context.id, output_index: this.#context.index };
  }

  open(): string {
    return "";
  }

  delta(json: string): string {
    if (this.#tool?.isCustom) return "";
    this.#hasDelta = true;
    return this.#context.frames.delta(this.#deltas, json);
  }

  close({ text, closed }: CompletedBlock): string {
    const { frames } = this.#context;
    this.#written = toWritten(text, this.#tool, closed);
    const isOwed = !this.#hasDelta && this.#written !== "";
    const member = this.#tool?.isCustom ? "input" : "arguments";
    return (
      (isOwed ? frames.delta(this.#deltas, this.#written) : "") +
      frames.event(`response.${this.#kind}.done`, { ...this.#place, [member]: this.#written })
    );
  }

  toItem(status: ItemStatus): OutputItem {
    return toCall(this.#context.id, this.#opened, this.#written, this.#tool, status);
  }
}

/** Reasoning. Its text is shown as the settings say, and its part begins with the first piece. */
export class OpenReasoning implements OpenItem {
  readonly #context: ItemContext;
  readonly #names: ReasoningNames | undefined;
  #block: CompletedBlock;
  #deltas: DeltaFrames | undefined;

  constructor(context: ItemContext, opened: OpenedBlock) {
    this.#context = context;
    const { reasoning, dialect } = context.answer.settings;
    this.#names = reasoning === "omit" ? undefined : namesOf(reasoning, dialect);
    this.#block = { opened, text: "", signature: undefined, citations: [], closed: false };
  }

  open(): string {
    return "";
  }

  delta(text: string): string {
    const { frames } = this.#context;
    const names = this.#names;
    if (!names || text === "") return "";
    if (this.#deltas) return frames.delta(this.#deltas, text);
    this.#deltas = toDeltaFrames(`${names.text}.delta`, this.#place(names));
    return (
      frames.event(`${names.part}.added`, {
        ...this.#place(names),
        part: { type: names.type, text: "" },
      }) + frames.delta(this.#deltas, text)
    );
  }

  close(block: CompletedBlock): string {
    this.#block = block;
    const names = this.#names;
    if (!names || !this.#deltas) return "";
    const { frames } = this.#context;
    const { text } = block;
    const place = this.#place(names);
    return (
      frames.event(`${names.text}.done`, { ...place, text }) +
      frames.event(`${names.part}.done`, { ...place, part: { type: names.type, text } })
    );
  }

  toItem(): OutputItem {
    return toReasoning(this.#context.id, this.#block, this.#context.answer);
  }

  #place({ index }: ReasoningNames): Place {
    return { item_id: this.#context.id, output_index: this.#context.index, [index]: 0 };
  }
}

/** An item that is complete when it opens. */
export class OpenNative implements OpenItem {
  readonly #item: OutputItem;

  constructor({ id }: ItemContext, { value }: Extract<OpenedBlock, { readonly type: "native" }>) {
    this.#item = toNative(id, value);
  }

  open(): string {
    return "";
  }

  delta(): string {
    return "";
  }

  close(): string {
    return "";
  }

  toItem(): OutputItem {
    return this.#item;
  }
}

/** How the wire names the pieces of reasoning that it shows. */
interface ReasoningNames {
  readonly part: string;
  readonly text: string;
  readonly type: string;
  readonly index: "summary_index" | "content_index";
}

function namesOf(
  shown: "summary" | "content",
  dialect: AnswerContext["settings"]["dialect"],
): ReasoningNames {
  if (shown === "summary") {
    return {
      part: "response.reasoning_summary_part",
      text: "response.reasoning_summary_text",
      type: "summary_text",
      index: "summary_index",
    };
  }
  return {
    part: "response.content_part",
    text: dialect === "vendor" ? "response.reasoning_text" : "response.reasoning",
    type: "reasoning_text",
    index: "content_index",
  };
}
