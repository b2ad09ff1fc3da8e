import { badRequest, from, groupOf, wrongType } from "./make.js";
import { body, closedSchema, functionTool, openSchema } from "./samples.js";

const at = "tools[0]";
const source = from("1.5 and 4.2", "sdk-types", "third-party-probe");
const tools = (...list: readonly unknown[]) => body({ tools: list });
const strict = (parameters: object) => tools(functionTool("f", { strict: true, parameters }));
const wrongSchema = (type: string) =>
  badRequest(
    `Invalid schema for function 'f': schema must be a JSON Schema of 'type: "object"', got 'type: "${type}"'.`,
    `${at}.function.parameters`,
    "invalid_function_parameters",
  );
/** The first quotes the text, and the second where it stands on this endpoint. */
const reports = ["ComposioHQ/composio#1829", "FoundationAgents/OpenManus#1162"];
const nested = (schema: object) => ({
  type: "object",
  properties: { place: schema },
  required: ["place"],
  additionalProperties: false,
});

/** What is refused of the parameters of functions. */
export const toolParameterRules = groupOf("Tool parameters", [
  {
    id: "tool-description-type",
    what: "The description of a function is a string.",
    refused: tools(functionTool("f", { description: 5 })),
    taken: tools(functionTool("f", { description: "Tells the weather." })),
    refusal: wrongType(`${at}.function.description`, "a string", "an integer"),
    lenient: "refuses",
    source,
  },
  {
    id: "tool-parameters-type",
    what: "The parameters of a function are a schema.",
    refused: tools(functionTool("f", { parameters: "{}" })),
    taken: tools(functionTool("f", { parameters: openSchema })),
    refusal: wrongType(`${at}.function.parameters`, "an object", "a string"),
    lenient: "refuses",
    source,
  },
  {
    id: "tool-parameters-object",
    what: "The parameters of a function are those of an object.",
    refused: tools(functionTool("f", { parameters: { type: "string" } })),
    taken: tools(functionTool("f", { parameters: openSchema })),
    refusal: wrongSchema("string"),
    lenient: "takes",
    source: from("1.5", "issue-report"),
    reports,
  },
  {
    id: "tool-parameters-without-type",
    what: "The parameters of a function say that they are those of an object; a union says nothing.",
    refused: tools(functionTool("f", { parameters: { anyOf: [openSchema] } })),
    taken: tools(functionTool("f", { parameters: { ...openSchema, anyOf: [{}] } })),
    refusal: wrongSchema("None"),
    lenient: "takes",
    source: from("1.5", "issue-report"),
    reports,
  },
  {
    id: "tool-strict-type",
    what: "`strict` of a function is a boolean.",
    refused: tools(functionTool("f", { strict: "yes" })),
    taken: tools(functionTool("f", { strict: false })),
    refusal: wrongType(`${at}.function.strict`, "a boolean", "a string"),
    lenient: "refuses",
    source,
  },
  {
    id: "strict-tool-closed",
    what: "In strict mode the parameters allow no properties that they do not name.",
    refused: strict({ ...openSchema, required: ["city"] }),
    taken: strict(closedSchema),
    refusal: badRequest(
      "Invalid schema for function 'f': In context=(), 'additionalProperties' is required to be supplied and to be false.",
      `${at}.function.parameters`,
      "invalid_function_parameters",
    ),
    lenient: "takes",
    source: from("1.5 and 4.2", "documentation", "third-party-probe"),
  },
  {
    id: "strict-tool-required",
    what: "In strict mode all properties are required. Only the beginning of the text is known.",
    refused: strict({ ...openSchema, additionalProperties: false }),
    taken: strict(closedSchema),
    refusal: badRequest(
      /^Invalid schema for function 'f': In context=\(\), 'required' /,
      `${at}.function.parameters`,
      "invalid_function_parameters",
    ),
    lenient: "takes",
    source: from("1.5 and 4.2", "documentation", "inferred"),
  },
  {
    id: "strict-tool-closed-inside",
    what: "In strict mode every object inside is closed too. How the text names its place is not known.",
    refused: strict(nested(openSchema)),
    taken: strict(nested(closedSchema)),
    refusal: badRequest(
      /^Invalid schema for function 'f': In context=\(.+\), 'additionalProperties' is required to be supplied and to be false\.$/,
      `${at}.function.parameters`,
      "invalid_function_parameters",
    ),
    lenient: "takes",
    source: from("1.5 and 4.2", "documentation", "inferred"),
  },
]);
