import type { Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import { spellingOf } from "../../../../conversation/spellings.js";
import { respell, type Spelling } from "../../../../json/spelling.js";
import type { JsonObject } from "../../../../json/value.js";
import type { TextPart } from "../content/parts.js";
import { toSchemaInstruction } from "../content/system.js";
import type { WriteRequestContext } from "../context.js";
import { outputRules } from "../rules/parameters.js";

/** The name of a schema without a name; the wire requires one. */
const defaultName = "response";

/** The request's members for the form of its output. */
export interface WrittenOutput {
  readonly members: JsonObject;
  /** The text to add to the instructions. */
  readonly instructions: readonly TextPart[];
}

const nothing: WrittenOutput = { members: {}, instructions: [] };

/** Writes the form that the text of the reply should have. */
export function writeOutput(
  conversation: Conversation,
  context: WriteRequestContext,
): WrittenOutput {
  const { output } = conversation;
  const { capabilities, receipt } = context;
  if (!output) return nothing;
  const at = placeOf(conversation, "output");
  switch (output.type) {
    case "text":
      receipt.apply(outputRules.plain, at);
      return nothing;
    case "json":
      if (
        !receipt.apply(capabilities.jsonObject ? outputRules.json : outputRules.unsupported, at)
      ) {
        return nothing;
      }
      return { members: { response_format: { type: "json_object" } }, instructions: [] };
    case "json_schema":
      return writeSchema(output, at, context, spellingOf(conversation, "output.schema"));
  }
}

type SchemaOutput = Extract<Conversation["output"], { readonly type: "json_schema" }>;

function writeSchema(
  output: SchemaOutput,
  at: string,
  context: WriteRequestContext,
  spelling: Spelling | undefined,
): WrittenOutput {
  const { capabilities, receipt } = context;
  if (capabilities.jsonSchema) {
    const json_schema = {
      name: output.name ?? defaultName,
      ...(output.description !== undefined && { description: output.description }),
      schema: respell(toSchema(output.schema, at, context), spelling),
      strict: output.strict ?? true,
    };
    return { members: { response_format: { type: "json_schema", json_schema } }, instructions: [] };
  }
  if (!receipt.apply(capabilities.jsonObject ? outputRules.reported : outputRules.unsupported, at))
    return nothing;
  return {
    members: { response_format: { type: "json_object" } },
    instructions: [toSchemaInstruction(respell(output.schema, spelling))],
  };
}

function toSchema(
  schema: JsonObject,
  at: string,
  { capabilities, receipt }: WriteRequestContext,
): JsonObject {
  const rewritten = capabilities.rewriteSchema?.(schema);
  if (!rewritten || rewritten.changes.length === 0) {
    receipt.apply(outputRules.schema, at);
    return schema;
  }
  receipt.apply(outputRules.rewritten, at, { from: rewritten.changes.join(", ") });
  return rewritten.schema;
}
