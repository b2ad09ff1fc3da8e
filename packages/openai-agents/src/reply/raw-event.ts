/** What a provider's own event says that the SDK has no event for. */
export interface RawReading {
  readonly reasoning?: string | undefined;
  readonly refusal?: string | undefined;
  /** Why the call of the model has ended, in the provider's words. */
  readonly reason?: string | undefined;
  /** Whether another part of the reasoning begins. */
  readonly beginsPart?: boolean;
  /** Whether the provider reports for every call why it ended. */
  readonly reportsReason?: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads an event of the Responses API, or a chunk of Chat Completions: reasoning, refusals, the end. */
export function readRawEvent(event: unknown): RawReading {
  const { type, choices } = toMembers(event);
  if (typeof type === "string") return readResponsesEvent(type, toMembers(event));
  return Array.isArray(choices) ? readChunk(toMembers(choices[0])) : {};
}

function readResponsesEvent(type: string, { delta, response }: Members): RawReading {
  switch (type) {
    case "response.refusal.delta":
      return { refusal: toText(delta) };
    case "response.reasoning_text.delta":
    case "response.reasoning_summary_text.delta":
      return { reasoning: toText(delta) };
    case "response.reasoning_summary_part.added":
      return { beginsPart: true };
    case "response.incomplete":
      return { reason: toText(toMembers(toMembers(response).incomplete_details).reason) };
    default:
      return {};
  }
}

function readChunk({ delta, finish_reason }: Members): RawReading {
  const { reasoning_content, reasoning, refusal } = toMembers(delta);
  return {
    reasoning: toText(reasoning_content ?? reasoning),
    refusal: toText(refusal),
    reason: toText(finish_reason),
    reportsReason: true,
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function toMembers(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
