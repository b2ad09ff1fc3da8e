import type { Conversation } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/places.js";
import { spellingOf } from "../../../../conversation/spellings.js";
import { encodeJson } from "../../../../json/raw.js";
import { respell, type Spelling } from "../../../../json/spelling.js";
import type { JsonObject } from "../../../../json/value.js";
import { type OutputSchema, toOutputSchema } from "../../wire/output-schema.js";
import type { WriteRequestContext } from "../context.js";
import { outputRules } from "../rules/parameters.js";

/** The format of the reply: as a member of the request, or as text after the instructions. */
export interface WrittenOutput {
  readonly format?: JsonObject | undefined;
  readonly instruction?: string | undefined;
}

type SchemaOutput = Extract<NonNullable<Conversation["output"]>, { readonly type: "json_schema" }>;

/** Writes the required format of the reply's text. */
export function writeOutput(
  conversation: Conversation,
  context: WriteRequestContext,
): WrittenOutput {
  const { output } = conversation;
  if (!output) return {};
  const at = placeOf(conversation, "output");
  switch (output.type) {
    case "text":
      context.receipt.apply(outputRules.text, at);
      return {};
    case "json":
      context.receipt.apply(outputRules.json, at);
      return { instruction: "Answer with exactly one JSON object and nothing else." };
    case "json_schema":
      return writeSchema(output, at, context, spellingOf(conversation, "output.schema"));
  }
}

function writeSchema(
  output: SchemaOutput,
  at: string,
  context: WriteRequestContext,
  spelling: Spelling | undefined,
): WrittenOutput {
  const { capabilities, receipt } = context;
  const described = withDescription(output);
  if (!capabilities.jsonSchema) {
    receipt.apply(outputRules.unsupported, at);
    return { instruction: toInstruction(respell(described, spelling)) };
  }
  const { schema, changes, problem } = rewrite(described, context, spelling);
  if (problem !== undefined) {
    receipt.apply(outputRules.beyond, at, { reason: problem });
    return { instruction: toInstruction(respell(described, spelling)) };
  }
  if (changes.length > 0)
    receipt.apply(outputRules.rewritten, at, { from: changes.slice(0, 8).join(", ") });
  else receipt.apply(outputRules.schema, at);
  return { format: { type: "json_schema", schema } };
}

function rewrite(
  schema: JsonObject,
  { capabilities }: WriteRequestContext,
  spelling: Spelling | undefined,
): OutputSchema {
  const rewritten = capabilities.rewriteSchema?.(schema);
  if (!rewritten) return toOutputSchema(schema, spelling);
  return { ...rewritten, schema: respell(rewritten.schema, spelling) };
}

/** On this wire the description of the format is part of the schema. */
function withDescription({ schema, description }: SchemaOutput): JsonObject {
  if (description === undefined) return schema;
  const own = typeof schema.description === "string" ? `\n${schema.description}` : "";
  return { ...schema, description: `${description}${own}` };
}

function toInstruction(schema: JsonObject): string {
  return `Answer with exactly one JSON value and nothing else. It must match this JSON Schema:\n${encodeJson(schema)}`;
}
