import { type ModelYield, refusal, thinking } from "@diglot/core";

/** What a provider's own event says that the SDK has no event for. */
export interface RawReading {
  readonly yields: readonly ModelYield[];
  /** Why the call of the model has ended, in the provider's words. */
  readonly reason?: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads an event of the Responses API, or a chunk of Chat Completions: reasoning, refusals, the end. */
export function readRawEvent(event: unknown): RawReading {
  const { type, choices } = toMembers(event);
  if (typeof type === "string") return readResponsesEvent(type, toMembers(event));
  return readChunk(toMembers(Array.isArray(choices) ? choices[0] : undefined));
}

function readResponsesEvent(type: string, { delta, response }: Members): RawReading {
  if (type === "response.refusal.delta") return { yields: toPieces(delta, refusal) };
  if (/^response\.reasoning(_summary)?_text\.delta$/.test(type)) {
    return { yields: toPieces(delta, thinking) };
  }
  if (type !== "response.incomplete") return { yields: [] };
  const { reason } = toMembers(toMembers(response).incomplete_details);
  return { yields: [], reason: toText(reason) };
}

function readChunk({ delta, finish_reason }: Members): RawReading {
  const { reasoning_content, reasoning, refusal: refused } = toMembers(delta);
  const yields = [
    ...toPieces(reasoning_content ?? reasoning, thinking),
    ...toPieces(refused, refusal),
  ];
  return { yields, reason: toText(finish_reason) };
}

function toPieces(piece: unknown, make: (text: string) => ModelYield): readonly ModelYield[] {
  return typeof piece === "string" && piece !== "" ? [make(piece)] : [];
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function toMembers(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
