import type { Conversation, Tool } from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { calledTools } from "../../../../conversation/history/called-tools.js";
import { placeOf } from "../../../../conversation/places.js";
import { respell, type Spelling, type Spellings } from "../../../../json/spelling.js";
import type { JsonObject } from "../../../../json/value.js";
import { isClosed } from "../../wire/closed-schema.js";
import { toOuterCacheControl } from "../content/cache.js";
import type { WriteRequestContext } from "../context.js";
import { toNativeDetail } from "../native-detail.js";
import { toolNameRules, toolParametersRules, toolStrictRules, toolsRules } from "../rules/tools.js";

type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** The tools of a request. */
export interface WrittenTools {
  readonly definitions: readonly JsonObject[];
  /** Whether they were derived from the calls of the history, and must not be called. */
  readonly synthesised: boolean;
}

/** Writes the tools that the model may call. */
export function writeTools(conversation: Conversation, context: WriteRequestContext): WrittenTools {
  const { tools } = conversation;
  const { capabilities, receipt } = context;
  if (tools.length > 0 && !capabilities.tools) {
    receipt.apply(toolsRules.unsupported, placeOf(conversation, "tools"));
    return { definitions: [], synthesised: false };
  }
  const seen = new Set<string>();
  const definitions = tools.flatMap((tool) =>
    writeTool(tool, seen, context, conversation.spellings),
  );
  if (definitions.length > 0 || !capabilities.toolsRequiredWithHistory) {
    return { definitions, synthesised: false };
  }
  return synthesise(conversation, context);
}

function writeTool(
  tool: Tool,
  seen: Set<string>,
  context: WriteRequestContext,
  spellings: Spellings | undefined,
): readonly JsonObject[] {
  const { at = "" } = tool;
  if (tool.type === "native") {
    const rule = context.native.tool(tool.value);
    context.receipt.apply(rule, at, toNativeDetail(tool.value, rule));
    return [];
  }
  if (seen.has(tool.name)) {
    context.receipt.apply(toolNameRules.repeated, placeOf(tool, "name"));
    return [];
  }
  seen.add(tool.name);
  takeExtra(tool, context);
  return [
    {
      type: "function",
      function: toFunction(tool, context, spellings?.get(placeOf(tool, "parameters"))),
      ...toOuterCacheControl(tool.cache, context),
    },
  ];
}

function toFunction(
  tool: FunctionTool,
  context: WriteRequestContext,
  spelling: Spelling | undefined,
): JsonObject {
  const { name, description } = tool;
  const sent = context.names.toUpstream(name);
  const { renamed } = toolNameRules;
  if (sent !== name) context.receipt.apply(renamed, placeOf(tool, "name"), { to: sent });
  return {
    name: sent,
    ...(description !== undefined && { description }),
    parameters: respell(toParameters(tool, context), spelling),
    ...toStrict(tool, context),
  };
}

function toParameters(
  tool: FunctionTool,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const rules = toolParametersRules;
  const schema = complete(tool.parameters);
  if (schema !== tool.parameters) receipt.apply(rules.completed, placeOf(tool, "parameters"));
  const rewritten = capabilities.rewriteSchema?.(schema);
  if (!rewritten || rewritten.changes.length === 0) return schema;
  const from = rewritten.changes.join(", ");
  receipt.apply(rules.rewritten, placeOf(tool, "parameters"), { from });
  return rewritten.schema;
}

/** The members with which a schema says what an object holds. */
const shapes = ["properties", "$ref", "anyOf", "oneOf", "allOf"];

/** An object without properties gets an empty `properties`, because some servers require it. */
function complete(schema: JsonObject): JsonObject {
  const isObject = schema.type === undefined || schema.type === "object";
  if (!isObject || shapes.some((name) => Object.hasOwn(schema, name))) return schema;
  return { type: "object", ...schema, properties: {} };
}

function toStrict(tool: FunctionTool, { capabilities, receipt }: WriteRequestContext): JsonObject {
  if (tool.strict === undefined) return {};
  const rules = toolStrictRules;
  const at = placeOf(tool, "strict");
  if (!capabilities.strictTools) {
    receipt.apply(tool.strict ? rules.unsupported : rules.idle, at);
    return {};
  }
  if (tool.strict && !isClosed(tool.parameters)) {
    receipt.apply(rules.looseSchema, at);
    return {};
  }
  return { strict: tool.strict };
}

/** Definitions of the tools that the history calls, for an upstream that requires them. */
function synthesise(
  conversation: Conversation,
  { names, receipt }: WriteRequestContext,
): WrittenTools {
  const called = calledTools(conversation.turns);
  if (called.length === 0) return { definitions: [], synthesised: false };
  receipt.apply(toolsRules.synthesised, placeOf(conversation, "tools"));
  const definitions = called.map(({ name, parameters }) => ({
    type: "function",
    function: { name: names.toUpstream(name), parameters },
  }));
  return { definitions, synthesised: true };
}
