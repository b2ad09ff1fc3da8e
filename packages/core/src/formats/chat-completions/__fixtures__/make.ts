import { framesOf } from "@diglot/test-support/answers";
import { createFakeClock } from "@diglot/test-support/clock";
import { usageOf } from "@diglot/test-support/conversations";
import { countingIds } from "@diglot/test-support/ids";
import { capableModel } from "../../../../test/capable-model.js";
import { faultOf as findFault } from "../../../../test/fault-of.js";
import { foldOf } from "../../../../test/fold-of.js";
import type {
  ChoiceEvent,
  ConversationEvent,
  OpenedBlock,
  StopEvent,
} from "../../../conversation/events.js";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import type { FinalUsage } from "../../../conversation/usage/usage.js";
import { defaultSizeLimits } from "../../../http/size-limits.js";
import type { Capabilities, Model } from "../../../models/model.js";
import { strict } from "../../strict.js";
import { chatCompletionsFormat } from "../format.js";
import { toParsedRequest } from "../read-request/body.js";
import type { ChatCompletionChunk, Delta } from "../schemas/events.js";
import type { ChatCompletion } from "../schemas/response.js";
import { type FormatSettings, toSettings } from "../settings.js";
import { validateRequest } from "../validate/body.js";
import type { AnswerContext } from "../write-reply/context.js";
import { toChoicesResponse, toResponse } from "../write-reply/response.js";
import { createStreamWriter } from "../write-reply/stream.js";

type Fields = Readonly<Record<string, unknown>>;

/** Settings with the defaults of the service. */
export const openSettings: FormatSettings = toSettings({ sizeLimits: defaultSizeLimits });
export const strictSettings: FormatSettings = { ...openSettings, strict: strict.chatCompletions };
export const silentSettings: FormatSettings = { ...openSettings, reasoning: "omit" };

/** The format with the defaults of the service, and under the strict profile. */
export const openFormat = chatCompletionsFormat.create(openSettings);
export const strictFormat = chatCompletionsFormat.create(strictSettings);

/** A minimal request with changes. */
export function bodyOf(change: Fields = {}): Fields {
  return { model: "echo", messages: [{ role: "user", content: "hi" }], ...change };
}

/** What a caller is told of the error of a call, or `undefined` if the call succeeds. */
export function faultOf(call: () => unknown) {
  const fault = findFault(call);
  if (fault === undefined) return undefined;
  const { kind, message, param, code } = fault;
  return { kind, message, param, code };
}

/** The fault of a minimal request with changes. */
export function validationFault(change: Fields, settings = openSettings) {
  return faultOf(() => validateRequest(bodyOf(change), settings));
}

/** A model that supports everything, with changes. */
export function modelOf(capabilities: Partial<Capabilities> = {}): Model {
  return capableModel(
    {
      id: "echo-1",
      aliases: ["echo"],
      displayName: "Echo",
      countInputTokens: ({ turns, tools }) => turns.length * 100 + tools.length * 10,
    },
    {
      effort: ["none", "low", "high"],
      sampling: [
        "temperature",
        "top_p",
        "seed",
        "presence_penalty",
        "frequency_penalty",
        "logit_bias",
      ],
      ...capabilities,
    },
  );
}

export const usage: FinalUsage = usageOf({ input: 6, cacheRead: 4, output: 5, reasoning: 2 });

/** A block with the pieces of its text, or of its arguments. */
export interface Piece {
  readonly block: OpenedBlock;
  readonly pieces?: readonly string[];
  readonly citations?: readonly Fields[];
  readonly clipped?: boolean;
}

export const text = (...pieces: string[]): Piece => ({ block: { type: "text" }, pieces });
export const thinking = (...pieces: string[]): Piece => ({ block: { type: "thinking" }, pieces });
export const refusal = (...pieces: string[]): Piece => ({ block: { type: "refusal" }, pieces });
export const call = (id: string, name: string, ...pieces: string[]): Piece => ({
  block: { type: "tool_call", id, name },
  pieces,
});

/** The events of a reply. */
export function eventsOf(
  pieces: readonly Piece[],
  reason: StopEvent["reason"] = "end",
): ConversationEvent[] {
  return [
    { type: "start", model: "echo-1", usage },
    ...pieces.flatMap((piece, index) => blockEvents(piece, index)),
    { type: "stop", reason },
    { type: "end", usage },
  ];
}

function blockEvents(piece: Piece, index: number): ConversationEvent[] {
  const isCall = piece.block.type === "tool_call";
  const deltas = (piece.pieces ?? []).map((part) =>
    isCall ? ({ type: "arguments", json: part } as const) : ({ type: "text", text: part } as const),
  );
  const citations = (piece.citations ?? []).map(
    (value) => ({ type: "citation", format: "chat-completions", value }) as const,
  );
  return [
    { type: "open", index, block: piece.block },
    ...[...deltas, ...citations].map((delta) => ({ type: "delta", index, delta }) as const),
    ...(piece.clipped ? [] : [{ type: "close", index } as const]),
  ];
}

/** A context whose ids count and whose clock stands still. */
export function contextOf(change: Fields = {}, settings = openSettings): AnswerContext {
  return {
    request: toParsedRequest(validateRequest(bodyOf(change), settings)),
    settings,
    ids: countingIds(),
    clock: createFakeClock(1_700_000_000_999),
    receipt: createReceipt(),
  };
}

/** The text of a whole stream. */
export function streamOf(events: readonly ConversationEvent[], context: AnswerContext): string {
  const encoder = createStreamWriter(context);
  return events.map((event) => encoder.write(event)).join("");
}

/** The chunks of a stream's text, without `[DONE]`. */
export function chunksOf(stream: string): ChatCompletionChunk[] {
  const payloads = framesOf(stream).filter(({ data }) => data !== "[DONE]");
  return payloads.map(({ data }) => JSON.parse(data));
}

/** The JSON form of the same events. */
export function completionOf(
  events: readonly ConversationEvent[],
  context: AnswerContext,
): ChatCompletion {
  return toResponse(foldOf(events), context);
}

/** The text of a stream of several choices. */
export function choicesStreamOf(
  events: readonly ChoiceEvent[],
  count: number,
  context: AnswerContext,
): string {
  const encoder = createStreamWriter(context, count);
  return events.map(({ event, choice }) => encoder.write(event, choice)).join("");
}

/** The JSON form of the same events. */
export function choicesCompletionOf(
  events: readonly ChoiceEvent[],
  count: number,
  context: AnswerContext,
): ChatCompletion {
  const choices = Array.from({ length: count }, (_, index) =>
    foldOf(events.flatMap(({ choice, event }) => (choice === index ? [event] : []))),
  );
  const [first] = choices.slice(events[0]?.choice);
  if (!first) throw new Error("There is no choice.");
  return toChoicesResponse({ choices, first }, context);
}

/** The message that the deltas of a stream add up to, joined as official clients do. */
export function joinDeltas(chunks: readonly ChatCompletionChunk[]): Fields {
  const message: Record<string, unknown> = { annotations: [], content: null, refusal: null };
  for (const { choices } of chunks) addDelta(message, choices[0]?.delta ?? {});
  return message;
}

function addDelta(message: Record<string, unknown>, { tool_calls, ...delta }: Delta): void {
  for (const [name, value] of Object.entries(delta)) {
    const joined = typeof value === "string" && name !== "role";
    if (joined) message[name] = `${message[name] ?? ""}${value}`;
    else if (value !== null) message[name] = value;
  }
  if (tool_calls) message.tool_calls = addCalls(message.tool_calls, tool_calls);
}

function addCalls(earlier: unknown, deltas: NonNullable<Delta["tool_calls"]>): unknown[] {
  const calls = [...((earlier as Record<string, unknown>[] | undefined) ?? [])];
  for (const { index, function: called, custom, ...head } of deltas) {
    const call = calls[index] ?? {};
    calls[index] = {
      ...call,
      ...head,
      ...(called ? { function: addText(call.function, called, "arguments") } : {}),
      ...(custom ? { custom: addText(call.custom, custom, "input") } : {}),
    };
  }
  return calls;
}

function addText(earlier: unknown, piece: Fields, name: string): Fields {
  const before = (earlier ?? {}) as Fields;
  return { ...before, ...piece, [name]: `${before[name] ?? ""}${piece[name]}` };
}
