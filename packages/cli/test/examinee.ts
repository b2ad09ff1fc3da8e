import {
  type Conversation,
  type InProcessRequest,
  type ModelYield,
  ServiceError,
  stop,
  text,
  thinking,
  toolCall,
  usage,
} from "@diglot/core";
import { createFake, type Fake } from "@diglot/testing";

/** A fake whose model can do everything that it is asked. Each fake has a cache of prompts of its own. */
export function createExaminee(): Fake {
  return createFake({ models: ["capable"] }).otherwise(createAnswer());
}

/** Creates a model that does what the examination hopes for, by what it is asked. */
export function createAnswer(): (request: InProcessRequest) => AsyncGenerator<ModelYield> {
  const cached = new Set<string>();
  return ({ conversation }) => answer(conversation, cached);
}

async function* answer(
  conversation: Conversation,
  cached: Set<string>,
): AsyncGenerator<ModelYield> {
  assertFits(conversation);
  if (wantsReasoning(conversation)) yield thinking("Seventeen times three.");
  const names = toolsToCall(conversation);
  for (const name of names) yield toolCall({ name, arguments: { city: "Oslo" } });
  if (names.length === 0) yield text(say(conversation));
  if (/forty/.test(lastText(conversation)) && conversation.stopSequences.length > 0) {
    yield stop("stop_sequence", { sequence: "five" });
  }
  if (isCached(conversation, cached)) yield usage({ input: 10, cacheRead: 1_500 });
}

/** Whether the instructions are long enough for a cache and have been read before. */
function isCached({ system }: Conversation, cached: Set<string>): boolean {
  const text = JSON.stringify(system);
  const isKnown = cached.has(text);
  if (text.length > 5_000) cached.add(text);
  return isKnown;
}

/** Refuses what does not fit into its context, as the real services do. */
function assertFits(conversation: Conversation): void {
  if (lastText(conversation).length < 100_000) return;
  const message = "prompt is too long: 2000000 tokens > 200000 maximum";
  throw new ServiceError({ kind: "bad_request", code: "context_length_exceeded", message });
}

function wantsReasoning({ reasoning }: Conversation): boolean {
  const isOff = reasoning?.mode === "disabled" || reasoning?.effort === "none";
  return reasoning !== undefined && !isOff;
}

function toolsToCall(conversation: Conversation): readonly string[] {
  const { tools, toolChoice, parallelToolCalls, turns } = conversation;
  const hasResult = turns.some(({ blocks }) => blocks.some(({ type }) => type === "tool_result"));
  if (tools.length === 0 || hasResult || toolChoice?.type === "none") return [];
  if (toolChoice?.type === "tool") return [toolChoice.name];
  const isTwice = /Rome/.test(lastText(conversation)) && parallelToolCalls !== false;
  return isTwice ? ["get_weather", "get_weather"] : ["get_weather"];
}

const numbers = "one, two, three, four, ";

function say(conversation: Conversation): string {
  const { output, turns, system } = conversation;
  const told = [...system, ...turns.flatMap(({ blocks }) => blocks)];
  const orders = told.map((block) => (block.type === "text" ? block.text : "")).join("");
  const kinds = told.map(({ type }) => type);
  if (/one word only: walrus/.test(orders)) return "walrus";
  if (output?.type === "json") return '{"city":"Paris"}';
  if (output?.type === "json_schema") return '{"place_of_the_tower":"Paris"}';
  if (kinds.includes("tool_result")) return "It is -31 degrees.";
  if (kinds.includes("image")) return "Red.";
  if (kinds.includes("document")) return "A walrus.";
  if (turns.at(-1)?.role === "assistant") return "rus";
  if (!/forty/.test(orders)) return "Hello!";
  return conversation.stopSequences.length > 0 ? numbers : numbers.repeat(8);
}

function lastText({ turns }: Conversation): string {
  const blocks = turns.at(-1)?.blocks ?? [];
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}
