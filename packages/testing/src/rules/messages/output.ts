import { defineRules } from "./define-rules.js";
import { body, document, type Members, talk } from "./samples.js";

const asSchema = (schema: Members) => ({ format: { type: "json_schema", schema } });
const closed = (properties: Members, members: Members = {}) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...members,
});
const many = (count: number, schema: Members) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
const city = { type: "string" };
const nullable = { type: ["string", "null"] };
const format = (schema: Members) => body({ output_config: asSchema(schema) });
const node = (next: Members) =>
  closed({ next }, { $defs: { leaf: closed({ city }) }, required: ["next"] });

/** Forms of output, and the schemas that a reply can be held to. */
export const outputRules = defineRules("Output", [
  {
    name: "output-format-unknown",
    what: "The one form of output is `json_schema`.",
    refused: body({ output_config: { format: { type: "json_object" } } }),
    taken: format(closed({ city })),
    message:
      "output_config.format: Input tag 'json_object' found using 'type' does not match any of the expected tags: 'json_schema'",
    lenient: "refuses",
    source: ["1.3, 12", "sdk-types", "chosen"],
  },
  {
    name: "output-schema-open",
    what: "Every object of the schema says `additionalProperties: false`.",
    refused: format({ type: "object", properties: { city }, required: ["city"] }),
    taken: format(closed({ city })),
    message:
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    source: ["1.11", "documentation", "issue-report"],
  },
  {
    name: "output-schema-open-inside",
    what: "So do the objects inside of it.",
    refused: format(closed({ place: { type: "object", properties: { city } } })),
    taken: format(closed({ place: closed({ city }) })),
    message:
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    source: ["1.11", "documentation", "issue-report"],
  },
  {
    name: "output-schema-additional-properties",
    what: "No object of the schema takes further properties.",
    refused: format(closed({ city }, { additionalProperties: true })),
    taken: format(closed({ city })),
    message:
      /^output_config\.format\.schema: For 'object' type, 'additionalProperties: true' is not supported\./,
    source: ["1.11", "documentation", "issue-report"],
  },
  {
    name: "output-schema-recursive",
    what: "The schema does not contain itself.",
    refused: format(node({ $ref: "#" })),
    taken: format(node({ $ref: "#/$defs/leaf" })),
    message: /^output_config\.format\.schema: /,
    source: ["1.11", "documentation"],
  },
  {
    name: "output-schema-number-bound",
    what: "The schema sets no limits to numbers.",
    refused: format(closed({ age: { type: "integer", minimum: 0 } })),
    taken: format(closed({ age: { type: "integer" } })),
    message: /^output_config\.format\.schema: .*minimum/,
    source: ["1.11", "documentation"],
  },
  {
    name: "output-schema-length-bound",
    what: "The schema sets no limits to the length of strings.",
    refused: format(closed({ city: { type: "string", maxLength: 10 } })),
    taken: format(closed({ city })),
    message: /^output_config\.format\.schema: .*maxLength/,
    source: ["1.11", "documentation"],
  },
  {
    name: "output-schema-optional",
    what: "The schemas have at most 24 optional properties.",
    refused: format(closed(many(25, city), { required: [] })),
    taken: format(closed(many(24, city), { required: [] })),
    message: "Schema is too complex for compilation.",
    source: ["1.11", "documentation"],
  },
  {
    name: "output-schema-unions",
    what: "The schemas have at most 16 properties of several types.",
    refused: format(closed(many(17, nullable))),
    taken: format(closed(many(16, nullable))),
    message: "Schema is too complex for compilation.",
    source: ["1.11", "documentation"],
  },
  {
    name: "output-format-with-citations",
    what: "A form of output does not go with citations.",
    refused: talk([["user", [document({ citations: { enabled: true } })]]], {
      output_config: asSchema(closed({ city })),
    }),
    taken: talk([["user", [document()]]], { output_config: asSchema(closed({ city })) }),
    message: /./,
    source: ["1.11", "documentation"],
  },
  {
    name: "output-format-with-prefill",
    what: "A form of output does not go with a reply that has begun.",
    refused: talk(
      [
        ["user", "Where?"],
        ["assistant", "{"],
      ],
      { output_config: asSchema(closed({ city })) },
    ),
    taken: talk([
      ["user", "Where?"],
      ["assistant", "{"],
    ]),
    message: /./,
    source: ["1.11", "documentation"],
  },
]);
