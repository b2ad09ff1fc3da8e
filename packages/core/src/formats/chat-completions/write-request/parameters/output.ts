import type { Conversation, JsonObject } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import { casesOf } from "../../../../conversation/slots.js";
import type { EmitContext } from "../../../upstream-format.js";
import type { TextPart } from "../content/blocks.js";
import { toSchemaInstruction } from "../content/system.js";
import { parameterRules } from "../rules/parameters.js";

const rules = /* @__PURE__ */ casesOf(parameterRules, "output");

/** The name of a schema that has none; the wire wants one. */
const defaultName = "response";

/** What a request says of the form of its output. */
export interface EmittedOutput {
  readonly members: JsonObject;
  /** What has to be said in the instructions. */
  readonly instructions: readonly TextPart[];
}

const nothing: EmittedOutput = { members: {}, instructions: [] };

/** Writes the form that the text of the reply shall have. */
export function emitOutput(conversation: Conversation, context: EmitContext): EmittedOutput {
  const { output } = conversation;
  const { capabilities, receipt } = context;
  const at = placeOf(conversation, "output");
  switch (output?.type) {
    case undefined:
      return nothing;
    case "text":
      receipt.apply(rules.plain, at);
      return nothing;
    case "json":
      if (!receipt.apply(capabilities.jsonObject ? rules.json : rules.unsupported, at)) {
        return nothing;
      }
      return { members: { response_format: { type: "json_object" } }, instructions: [] };
    case "json_schema":
      return emitSchema(output, at, context);
  }
}

type SchemaOutput = Extract<Conversation["output"], { readonly type: "json_schema" }>;

function emitSchema(output: SchemaOutput, at: string, context: EmitContext): EmittedOutput {
  const { capabilities, receipt } = context;
  if (capabilities.jsonSchema) {
    const json_schema = {
      name: output.name ?? defaultName,
      schema: toSchema(output.schema, at, context),
      strict: output.strict ?? true,
    };
    return { members: { response_format: { type: "json_schema", json_schema } }, instructions: [] };
  }
  if (!receipt.apply(capabilities.jsonObject ? rules.told : rules.unsupported, at)) return nothing;
  return {
    members: { response_format: { type: "json_object" } },
    instructions: [toSchemaInstruction(output.schema)],
  };
}

function toSchema(
  schema: JsonObject,
  at: string,
  { capabilities, receipt }: EmitContext,
): JsonObject {
  const rewritten = capabilities.rewriteSchema?.(schema);
  if (!rewritten || rewritten.changes.length === 0) {
    receipt.apply(rules.schema, at);
    return schema;
  }
  receipt.apply(rules.rewritten, at, { from: rewritten.changes.join(", ") });
  return rewritten.schema;
}
