import type { Conversation, Tool } from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { calledTools } from "../../../../conversation/history/called-tools.js";
import { placeOf } from "../../../../conversation/places.js";
import { respell, type Spellings } from "../../../../json/spelling.js";
import type { JsonObject } from "../../../../json/value.js";
import { formatName } from "../../wire/names.js";
import { toOutputSchema } from "../../wire/output-schema.js";
import type { CacheControlWriter } from "../content/cache.js";
import type { WriteRequestContext } from "../context.js";
import { toolNameRules, toolParametersRules, toolStrictRules, toolsRules } from "../rules/tools.js";

type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** The maximum number of tools with strict schemas. */
const mostStrictTools = 20;

/** The tool definitions to send. */
export interface WrittenTools {
  readonly tools: readonly JsonObject[];
  /** Whether they only define tools that the history calls, so that none may be called. */
  readonly synthesised: boolean;
}

/**
 * Writes the tools. If the upstream requires definitions of the tools that the history calls,
 * creates those.
 */
export function writeTools(
  conversation: Conversation,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): WrittenTools {
  const tools = writeDefined(conversation, cacheControls, context);
  if (tools.length > 0 || !context.capabilities.toolsRequiredWithHistory) {
    return { tools, synthesised: false };
  }
  return synthesise(conversation, context);
}

function writeDefined(
  conversation: Conversation,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): readonly JsonObject[] {
  const { tools, spellings } = conversation;
  const { capabilities, receipt } = context;
  if (tools.length > 0 && !capabilities.tools) {
    receipt.apply(toolsRules.unsupported, placeOf(conversation, "tools"));
  }
  tellRepeated(tools, context);
  let strict = 0;
  return tools.flatMap((tool) => {
    if (tool.type === "native") return writeNative(tool, context);
    const held = writeStrict(tool, strict < mostStrictTools, context);
    if (held.strict) strict += 1;
    const written = writeFunction(tool, held, cacheControls, context);
    return [spellings ? respellTool(written, tool, spellings) : written];
  });
}

function tellRepeated(tools: readonly Tool[], { receipt }: WriteRequestContext): void {
  const seen = new Set<string>();
  for (const tool of tools) {
    if (tool.name === undefined) continue;
    if (seen.has(tool.name)) receipt.apply(toolsRules.twice, placeOf(tool, "name"));
    seen.add(tool.name);
  }
}

function synthesise(
  conversation: Conversation,
  { names, receipt }: WriteRequestContext,
): WrittenTools {
  const called = calledTools(conversation.turns);
  if (called.length === 0) return { tools: [], synthesised: false };
  receipt.apply(toolsRules.synthesised, placeOf(conversation, "tools"));
  const tools = called.map(({ name, parameters }) => ({
    name: names.toUpstream(name),
    input_schema: parameters,
  }));
  return { tools, synthesised: true };
}

function writeNative(
  { format, value, at = "" }: Extract<Tool, { readonly type: "native" }>,
  { native, receipt }: WriteRequestContext,
): readonly JsonObject[] {
  if (format === formatName) return [value];
  receipt.apply(native.tool(value), at);
  return [];
}

function writeFunction(
  tool: FunctionTool,
  strict: JsonObject,
  cacheControls: CacheControlWriter,
  context: WriteRequestContext,
): JsonObject {
  const name = context.names.toUpstream(tool.name);
  if (name !== tool.name) {
    context.receipt.apply(toolNameRules.renamed, placeOf(tool, "name"), { to: name });
  }
  return {
    name,
    ...(tool.description !== undefined && { description: tool.description }),
    input_schema: writeParameters(tool, context),
    ...strict,
    ...(tool.cache && cacheControls.write(tool.cache, placeOf(tool, "cache"))),
    ...takeExtra(tool, context, context.capabilities.extensions),
  };
}

/** The tool with its schema and its further members spelled as the caller did. */
function respellTool(written: JsonObject, tool: FunctionTool, spellings: Spellings): JsonObject {
  const spelled = Object.entries(written).map(([name, value]) => {
    const place = placeOf(tool, name === "input_schema" ? "parameters" : name);
    return [name, respell(value, spellings.get(place))];
  });
  return Object.fromEntries(spelled);
}

/** The schema, unchanged except for a missing type at its root, which is added. */
function writeParameters(tool: FunctionTool, { receipt }: WriteRequestContext): JsonObject {
  const { parameters } = tool;
  const rules = toolParametersRules;
  if (parameters.type === "object") return parameters;
  if (parameters.type !== undefined) {
    receipt.apply(rules.noObject, placeOf(tool, "parameters"));
    return parameters;
  }
  receipt.apply(rules.typeAdded, placeOf(tool, "parameters"));
  return { type: "object", ...parameters };
}

function writeStrict(
  tool: FunctionTool,
  isRoom: boolean,
  { capabilities, receipt }: WriteRequestContext,
): { readonly strict?: boolean } {
  const { strict } = tool;
  if (strict === undefined) return {};
  const rules = toolStrictRules;
  const at = placeOf(tool, "strict");
  if (!strict) {
    receipt.apply(rules.off, at);
    return {};
  }
  if (!capabilities.strictTools) {
    receipt.apply(rules.unsupported, at);
    return {};
  }
  const { changes, problem } = toOutputSchema(tool.parameters);
  if (isRoom && !problem && changes.length === 0) return { strict };
  receipt.apply(rules.beyond, at);
  return {};
}
