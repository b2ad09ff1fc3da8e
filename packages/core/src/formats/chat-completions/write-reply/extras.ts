import type { StopEvent, WebCitation } from "../../../conversation/events.js";
import type { Citation, FoldedBlock } from "../../../conversation/fold.js";
import type { JsonObject } from "../../../json/value.js";
import type { ReasoningDetail } from "../schemas/response.js";
import { knowsOnlyFunctions } from "../wire/functions.js";
import { formatName } from "../wire/names.js";
import { messagesProofFormat } from "../wire/reasoning-details.js";
import { requestOf } from "../wire/request-of.js";
import type { AnswerContext } from "./context.js";
import {
  foreignCitation,
  laterFunctionCall,
  nativeBlock,
  otherReason,
  paused,
  refusalCategory,
  stopSequence,
} from "./rules.js";

/** A block of a reply, once it is complete. */
export interface CompletedBlock extends Pick<FoldedBlock, "opened" | "signature" | "citations"> {
  /** UTF-16 units of its text. */
  readonly length: number;
  /** Its text; only needed for reasoning. */
  readonly text: string;
}

/**
 * The members besides the content of a message that are known only when its blocks are complete. A
 * stream writes them once, in a single delta: one official client joins strings that are repeated, the
 * other overwrites members that it does not know.
 */
export interface ReplyExtras {
  /** Adds the blocks in their order. */
  add(block: CompletedBlock, position: number): void;
  /** Notes what this format cannot express about the end. */
  addStop(stop: StopEvent): void;
  /** The citations of the text. */
  readonly annotations: readonly JsonObject[];
  /** The reasoning that the model needs back. */
  readonly details: readonly ReasoningDetail[];
}

/** Extras of one reply. */
export function createReplyExtras({ request, settings, receipt }: AnswerContext): ReplyExtras {
  const shown = settings.reasoning === "show";
  const annotations: JsonObject[] = [];
  const details: ReasoningDetail[] = [];
  const mostCalls = knowsOnlyFunctions(requestOf(request)) ? 1 : Number.POSITIVE_INFINITY;
  let calls = 0;
  let textUnits = 0;

  function addText({ length, citations }: CompletedBlock, position: number): void {
    const whole = { start: textUnits, end: textUnits + length };
    textUnits += length;
    for (const citation of citations) {
      const annotation = toAnnotation(citation, whole);
      if (annotation) annotations.push(annotation);
      else receipt.noteReply(foreignCitation, `/content/${position}/citations`);
    }
  }

  return {
    annotations,
    details,
    add(block, position) {
      if (block.opened.type === "text") addText(block, position);
      if (block.opened.type === "tool_call" && ++calls > mostCalls) {
        receipt.noteReply(laterFunctionCall, `/content/${position}`);
      }
      if (block.opened.type === "native") receipt.noteReply(nativeBlock, `/content/${position}`);
      const detail = shown ? toDetail(block, details.length, position) : undefined;
      if (detail) details.push(detail);
    },
    addStop({ reason, sequence, native, refusal }) {
      if (sequence !== undefined) receipt.noteReply(stopSequence, "/stop_sequence");
      if (refusal?.category) receipt.noteReply(refusalCategory, "/stop_details/category");
      if (reason === "pause") receipt.noteReply(paused, "/stop_reason", { from: native });
      if (reason === "other") receipt.noteReply(otherReason, "/stop_reason", { from: native });
    },
  };
}

/** @param whole the place of the block's text in that of the message */
function toAnnotation(
  { format, value, web }: Citation,
  whole: NonNullable<WebCitation["range"]>,
): JsonObject | undefined {
  if (format === formatName) return value;
  if (!web) return undefined;
  const { url, title, range } = web;
  const start_index = whole.start + (range?.start ?? 0);
  const end_index = range ? whole.start + range.end : whole.end;
  return { type: "url_citation", url_citation: { url, title, start_index, end_index } };
}

/** Reasoning with a proof; without a proof no model needs it back. */
function toDetail(
  { opened, text, signature }: CompletedBlock,
  index: number,
  position: number,
): ReasoningDetail | undefined {
  if (opened.type === "redacted_thinking") {
    const { data } = opened;
    return { index, type: "reasoning.encrypted", data, format: messagesProofFormat, position };
  }
  if (opened.type !== "thinking" || !signature) return undefined;
  return { index, type: "reasoning.text", text, signature, format: messagesProofFormat, position };
}
