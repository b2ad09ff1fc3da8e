import type {
  Block,
  Conversation,
  JsonObject,
  Steps,
  Turn,
  WriteRequestContext,
} from "../../../src/index.js";
import type { LocalCapabilities } from "../wire/capabilities.js";
import { rules } from "../wire/rules.js";
import { parseObject } from "../wire/types.js";

type Context = WriteRequestContext<LocalCapabilities>;

/** Writes a conversation as the body of a request. Every loss and every refusal goes to the receipt. */
export function* writeRequest(conversation: Conversation, context: Context): Steps<JsonObject> {
  const { system, turns, tools, toolChoice, extensions } = conversation;
  if (toolChoice && toolChoice.type !== "auto") {
    context.receipt.apply(rules.toolChoice, conversation.places?.toolChoice ?? "/tool_choice");
  }
  for (const [name, value] of Object.entries(extensions)) {
    context.receipt.apply(context.native.member(name, value), `/${name}`);
  }
  const messages: JsonObject[] =
    system.length > 0 ? [{ role: "system", content: textOf(system) }] : [];
  for (const turn of turns) {
    messages.push(...writeTurn(turn, context));
    yield;
  }
  return {
    model: context.model,
    messages,
    stream: context.stream,
    ...(tools.length > 0 && { tools: tools.flatMap((tool) => writeTool(tool, context)) }),
    ...writeOutput(conversation),
    ...writeThink(conversation, context),
    options: writeOptions(conversation),
  };
}

/** Only members that have a value. */
function compact(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function writeOptions(conversation: Conversation): JsonObject {
  const { maxTokens, temperature, topP, topK, seed, stopSequences: stop } = conversation;
  return compact({
    num_predict: maxTokens,
    temperature,
    top_p: topP,
    top_k: topK,
    seed,
    stop: stop.length > 0 ? stop : undefined,
  });
}

function writeOutput({ output }: Conversation): JsonObject {
  if (!output || output.type === "text") return {};
  return { format: output.type === "json" ? "json" : output.schema };
}

function writeThink({ reasoning }: Conversation, { capabilities }: Context): JsonObject {
  if (!reasoning || !capabilities.think) return {};
  return { think: reasoning.mode !== "disabled" && reasoning.effort !== "none" };
}

function writeTool(tool: Conversation["tools"][number], context: Context): readonly JsonObject[] {
  if (tool.type === "native") {
    context.receipt.apply(context.native.tool(tool.value), tool.at ?? "/tools");
    return [];
  }
  const { name, description, parameters } = tool;
  const definition = { name: context.names.toUpstream(name), description, parameters };
  return [{ type: "function", function: compact(definition) }];
}

/** Results of tools are messages of their own, before whatever else the user says. */
function writeTurn({ role, blocks }: Turn, context: Context): readonly JsonObject[] {
  const results = blocks.flatMap((block) =>
    block.type === "tool_result" ? [{ role: "tool", content: textOf(block.content) }] : [],
  );
  const rest = blocks.filter(({ type }) => type !== "tool_result");
  if (rest.length === 0) return results;
  const images = rest.flatMap((block) => writeImage(block, context));
  const calls = rest.flatMap((block) => writeCall(block, context));
  const thinking = rest.flatMap((block) => (block.type === "thinking" ? [block.text] : []));
  return [
    ...results,
    compact({
      role,
      content: textOf(rest),
      thinking: thinking.length > 0 ? thinking.join("\n") : undefined,
      images: images.length > 0 ? images : undefined,
      tool_calls: calls.length > 0 ? calls : undefined,
    }),
  ];
}

const carried: ReadonlySet<string> = new Set(["text", "refusal", "thinking", "image", "tool_call"]);

function writeImage(block: Block, { receipt }: Context): readonly string[] {
  if (!carried.has(block.type)) receipt.apply(rules.block, block.at ?? "/messages");
  if (block.type !== "image") return [];
  if (block.source.type === "base64") return [block.source.data];
  receipt.apply(rules.image, block.at ?? "/messages");
  return [];
}

function writeCall(block: Block, { names }: Context): readonly JsonObject[] {
  if (block.type !== "tool_call") return [];
  const call = {
    name: names.toUpstream(block.name),
    arguments: parseObject(block.arguments) ?? {},
  };
  return [{ function: call }];
}

function textOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => (block.type === "text" || block.type === "refusal" ? [block.text] : []))
    .join("\n");
}
