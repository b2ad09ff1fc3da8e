import { framesOf as readFrames } from "@diglot/test-support/answers";
import { createFakeClock } from "@diglot/test-support/clock";
import { usageOf } from "@diglot/test-support/conversations";
import { countingIds } from "@diglot/test-support/ids";
import { capableModel } from "../../../../test/capable-model.js";
import { faultOf } from "../../../../test/fault-of.js";
import { foldOf } from "../../../../test/fold-of.js";
import type { ConversationEvent } from "../../../conversation/events.js";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import type { FinalUsage } from "../../../conversation/usage/usage.js";
import type { Capabilities, Model } from "../../../models/model.js";
import type { AnswerContext, Format } from "../../format.js";
import { strict } from "../../strict.js";
import type { StrictProfile } from "../../strict-profile.js";
import { messagesFormat } from "../format.js";
import type { MessageStreamEvent } from "../schemas/events.js";
import { type FormatSettings, toSettings } from "../settings.js";
import { toResponse } from "../write-reply/response.js";
import { createStreamWriter } from "../write-reply/stream.js";

/** The headers of callers of the two versions. */
export const version23 = { version: "2023-06-01", betas: [] };
export const version26 = { version: "2026-10-21", betas: [] };

/** What is refused: only invalid requests, or everything that the real service refuses. */
export type Validation = "open" | StrictProfile;

/** Limits that small tests can reach, and the rules of a validation. */
function setupOf(validation: Validation) {
  return {
    sizeLimits: {
      bodyBytes: 1e6,
      uploadBytes: 1e7,
      jsonDepth: 128,
      jsonValues: 1e6,
      objectMembers: 1e4,
      messages: 100,
      blocks: 50,
      totalBlocks: 700,
      tools: 200,
      stopSequences: 100,
      eventCharacters: 1e6,
      replyCharacters: 1e6,
      replyBlocks: 1e4,
    },
    strict: validation === "open" ? undefined : validation.messages,
  };
}

/** Settings with limits that small tests can reach. */
export function settingsOf(validation: Validation = "open"): FormatSettings {
  return toSettings(setupOf(validation));
}

/** The format with those settings. */
export function formatOf(validation: Validation = "open"): Format {
  return messagesFormat.create(setupOf(validation));
}

/** A minimal body with some members changed. */
export function bodyOf(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: "m", max_tokens: 16, messages: [{ role: "user", content: "hi" }], ...change };
}

/** A minimal body with these messages. */
export function talk(...turns: readonly (readonly [role: string, content: unknown])[]) {
  return bodyOf({ messages: turns.map(([role, content]) => ({ role, content })) });
}

/** A body as the format reads it. @throws ServiceError for one that it refuses */
export function parse(
  body: unknown,
  head: { version: string; betas: readonly string[] } = version23,
  validation: Validation = "open",
) {
  return formatOf(validation).parseRequest(body, head);
}

/** The message of the error that a function throws, or `undefined`. */
export function refusal(run: () => unknown): string | undefined {
  return faultOf(run)?.message;
}

/** The message with which a body is refused, in the validation of the name. */
export const refuseOpen = (body: unknown, head = version23) => refusal(() => parse(body, head));
export const refuseStrict = (
  body: unknown,
  head: { version: string; betas: readonly string[] } = version23,
) => refusal(() => parse(body, head, strict));

/** A model that accepts everything except for the changes. */
export function modelOf(change: Partial<Capabilities> = {}): Model {
  return capableModel(
    {},
    {
      thinking: ["enabled", "adaptive", "disabled"],
      effort: ["low", "medium", "high"],
      outputFormats: ["json_schema"],
      sampling: ["temperature", "top_p", "top_k"],
      ...change,
    },
  );
}

/** Counts that all differ. */
export const usage: FinalUsage = usageOf({
  input: 11,
  cacheRead: 2,
  cacheWrite: 3,
  cacheWriteLong: 4,
  output: 7,
});

/** A context whose ids count up, so that two runs give the same ones. */
export function contextOf(body: Record<string, unknown> = bodyOf()): AnswerContext {
  return {
    request: parse(body),
    ids: countingIds(),
    clock: createFakeClock(0),
    receipt: createReceipt(),
  };
}

/** A shorthand for blocks: the events between `start` and `end`, with indexes. */
export function reply(
  middle: readonly ConversationEvent[],
  finalUsage: FinalUsage = usage,
): readonly ConversationEvent[] {
  return [
    { type: "start", model: "m-1", usage: { ...finalUsage, output: 0, reasoning: 0 } },
    ...middle,
    { type: "end", usage: finalUsage },
  ];
}

export function streamText(events: readonly ConversationEvent[], context = contextOf()): string {
  const encoder = createStreamWriter(context);
  return events.map((event) => encoder.write(event)).join("");
}

/** The frames of a stream as event names and parsed data. */
export function framesOf(text: string): { event: string; data: MessageStreamEvent }[] {
  return readFrames(text).map(({ event = "", data }) => ({ event, data: JSON.parse(data) }));
}

export function jsonOf(events: readonly ConversationEvent[], context = contextOf()) {
  return toResponse(foldOf(events), context);
}

/** A value without the places of its parts, for tests to which places do not matter. */
export function withoutPlaces<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutPlaces) as Value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== "at" && name !== "places");
  return Object.fromEntries(
    members.map(([name, member]) => [name, withoutPlaces(member)]),
  ) as Value;
}
