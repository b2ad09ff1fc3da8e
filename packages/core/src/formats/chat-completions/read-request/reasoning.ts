import type { Reasoning } from "../../../conversation/conversation.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { restOf } from "./content.js";

/** How much the model should think, and the unread members of the two objects. */
export interface ParsedReasoning {
  readonly reasoning: Reasoning | undefined;
  readonly rest: { readonly reasoning?: unknown; readonly thinking?: unknown };
  /** Pointers of the members, by their neutral names. */
  readonly places: Readonly<Record<string, string>>;
}

/** A neutral member, its value, and the object and member of the body that the value comes from. */
interface Found {
  readonly name: keyof Reasoning;
  readonly value: string | number;
  readonly from: "reasoning_effort" | "reasoning" | "thinking";
  readonly member?: string | undefined;
}

/**
 * Reads `reasoning_effort`, and the two objects that other services use for the same: `reasoning`
 * (effort, max_tokens, enabled, exclude) and `thinking` (type, budget_tokens, display). The first
 * of them that sets a member decides it.
 */
export function parseReasoning(request: ChatCompletionRequest): ParsedReasoning {
  const { reasoning_effort: effort, reasoning, thinking } = request;
  return effort == null && reasoning == null && thinking == null ? nothing : readAll(request);
}

const nothing: ParsedReasoning = { reasoning: undefined, rest: {}, places: {} };

function readAll(request: ChatCompletionRequest): ParsedReasoning {
  const chosen = new Map<keyof Reasoning, Found>();
  for (const found of findAll(request)) {
    if (!chosen.has(found.name)) chosen.set(found.name, found);
  }
  const all = [...chosen.values()];
  const members = Object.fromEntries(all.map(({ name, value }) => [name, value]));
  return {
    reasoning: all.length > 0 ? members : undefined,
    rest: { ...leave("reasoning", request, all), ...leave("thinking", request, all) },
    places: Object.fromEntries(
      all.map(({ name, from, member }) => [
        `reasoning.${name}`,
        member ? `/${from}/${member}` : `/${from}`,
      ]),
    ),
  };
}

function findAll(request: ChatCompletionRequest): readonly Found[] {
  const { reasoning_effort: effort } = request;
  return [
    ...(typeof effort === "string"
      ? [{ name: "effort", value: effort, from: "reasoning_effort" } as const]
      : []),
    ...findThinking(isObject(request.thinking) ? request.thinking : {}),
    ...findReasoning(isObject(request.reasoning) ? request.reasoning : {}),
  ];
}

function findThinking({ type, budget_tokens, display }: JsonObject): readonly Found[] {
  const from = "thinking";
  const found: Found[] = [];
  if (typeof type === "string") found.push({ name: "mode", value: type, from, member: "type" });
  if (typeof budget_tokens === "number") {
    found.push({ name: "budgetTokens", value: budget_tokens, from, member: "budget_tokens" });
  }
  if (typeof display === "string") {
    found.push({ name: "display", value: display, from, member: "display" });
  }
  return found;
}

function findReasoning({ effort, max_tokens, enabled, exclude }: JsonObject): readonly Found[] {
  const from = "reasoning";
  const found: Found[] = [];
  if (typeof effort === "string") {
    found.push({ name: "effort", value: effort, from, member: "effort" });
  }
  if (typeof enabled === "boolean") {
    const on = typeof max_tokens === "number" ? "enabled" : "adaptive";
    found.push({ name: "mode", value: enabled ? on : "disabled", from, member: "enabled" });
  }
  if (typeof max_tokens === "number") {
    found.push({ name: "budgetTokens", value: max_tokens, from, member: "max_tokens" });
  }
  if (exclude === true) {
    found.push({ name: "display", value: "omitted", from, member: "exclude" });
  }
  return found;
}

/** The members of an object that were not read; a value that is not an object is kept whole. */
function leave(
  name: "reasoning" | "thinking",
  request: ChatCompletionRequest,
  all: readonly Found[],
): Readonly<Record<string, unknown>> {
  const value = request[name];
  if (!isObject(value)) return value == null ? {} : { [name]: value };
  const used = all.flatMap(({ from, member }) => (from === name && member ? [member] : []));
  const rest = restOf(value, value.exclude === false ? [...used, "exclude"] : used);
  return rest ? { [name]: rest } : {};
}
