import {
  badRequest,
  from,
  groupOf,
  missing,
  tooLong,
  wrongName,
  wrongType,
  wrongValue,
} from "./make.js";
import { body, closedSchema, openSchema, user } from "./samples.js";

const format = (members: object) => body({ response_format: members });
const schemaFormat = (members: object) =>
  format({ type: "json_schema", json_schema: { name: "answer", ...members } });
const at = "response_format.json_schema";
const source = from("1.6 and 4.2", "sdk-types", "third-party-probe");

/** What is refused of the form of the output. */
export const outputRules = groupOf("Output", [
  {
    id: "format-type-required",
    what: "A format has a type.",
    refused: format({}),
    taken: format({ type: "text" }),
    refusal: missing("response_format.type"),
    lenient: "refuses",
    source,
  },
  {
    id: "format-type-value",
    what: "A format is text, json_object or json_schema.",
    refused: format({ type: "xml" }),
    taken: schemaFormat({ schema: openSchema }),
    refusal: wrongValue("response_format.type", "xml", ["text", "json_object", "json_schema"]),
    lenient: "refuses",
    source,
  },
  {
    id: "json-mentioned",
    what: "For json_object the word JSON must occur in the messages.",
    refused: format({ type: "json_object" }),
    taken: body({
      response_format: { type: "json_object" },
      messages: [{ role: "system", content: "Answer in JSON." }, user],
    }),
    refusal: badRequest(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      "messages",
    ),
    lenient: "takes",
    source: from("1.6", "documentation", "third-party-probe"),
  },
  {
    id: "json-schema-required",
    what: "A format of type json_schema has the object of that name.",
    refused: format({ type: "json_schema" }),
    taken: schemaFormat({}),
    refusal: missing(at),
    lenient: "takes",
    source,
  },
  {
    id: "schema-name-required",
    what: "A schema has a name.",
    refused: format({ type: "json_schema", json_schema: { schema: openSchema } }),
    taken: schemaFormat({ schema: openSchema }),
    refusal: missing(`${at}.name`),
    lenient: "refuses",
    source,
  },
  {
    id: "schema-name-pattern",
    what: "The name of a schema has letters, digits, hyphens and underscores.",
    refused: schemaFormat({ name: "my answer", schema: openSchema }),
    taken: schemaFormat({ name: "my_answer-2", schema: openSchema }),
    refusal: wrongName(`${at}.name`),
    lenient: "takes",
    source: from("1.6 and 4.2", "sdk-comments", "third-party-probe"),
  },
  {
    id: "schema-name-length",
    what: "The name of a schema has at most 64 characters.",
    refused: schemaFormat({ name: "a".repeat(65), schema: openSchema }),
    taken: schemaFormat({ name: "a".repeat(64), schema: openSchema }),
    refusal: tooLong(`${at}.name`, "string", 64, 65),
    lenient: "takes",
    source: from("1.6 and 4.2", "sdk-comments", "third-party-probe"),
  },
  {
    id: "schema-type",
    what: "A schema is an object.",
    refused: schemaFormat({ schema: "{}" }),
    taken: schemaFormat({ schema: openSchema }),
    refusal: wrongType(`${at}.schema`, "an object", "a string"),
    lenient: "refuses",
    source,
  },
  {
    id: "schema-strict-type",
    what: "`strict` of a schema is a boolean.",
    refused: schemaFormat({ schema: openSchema, strict: "yes" }),
    taken: schemaFormat({ schema: openSchema, strict: null }),
    refusal: wrongType(`${at}.strict`, "a boolean", "a string"),
    lenient: "refuses",
    source,
  },
  {
    id: "strict-schema-closed",
    what: "In strict mode a schema allows no properties that it does not name. The text is that of functions.",
    refused: schemaFormat({ schema: { ...openSchema, required: ["city"] }, strict: true }),
    taken: schemaFormat({ schema: closedSchema, strict: true }),
    refusal: badRequest(
      /^Invalid schema for .*'answer': In context=\(\), 'additionalProperties' is required to be supplied and to be false\.$/,
      "response_format",
    ),
    lenient: "takes",
    source: from("1.5 and 1.6", "documentation", "third-party-probe"),
  },
  {
    id: "strict-schema-required",
    what: "In strict mode a schema requires all its properties. The text is not known.",
    refused: schemaFormat({ schema: { ...openSchema, additionalProperties: false }, strict: true }),
    taken: schemaFormat({ schema: openSchema, strict: false }),
    refusal: badRequest(/^Invalid schema for .*'answer': /, "response_format"),
    lenient: "takes",
    source: from("1.5 and 1.6", "documentation", "inferred"),
  },
]);
