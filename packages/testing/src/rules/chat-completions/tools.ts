import {
  badRequest,
  empty,
  from,
  groupOf,
  missing,
  type OwnRule,
  tooLong,
  wrongName,
  wrongType,
  wrongValue,
} from "./make.js";
import { body, closedSchema, functionTool, openSchema, smallest } from "./samples.js";

const at = "tools[0]";
const source = from("1.5 and 4.2", "types", "probed");
const tools = (...list: readonly unknown[]) => body({ tools: list });
const weather = functionTool("weather");
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => functionTool(`tool_${index}`));
const strict = (parameters: object) => tools(functionTool("f", { strict: true, parameters }));
const customTool = (members: object) => ({ type: "custom", custom: { name: "run", ...members } });
const nested = (schema: object) => ({
  type: "object",
  properties: { place: schema },
  required: ["place"],
  additionalProperties: false,
});

const shapes: readonly OwnRule[] = [
  {
    id: "tools-not-empty",
    what: "A list of tools is not empty.",
    refused: body({ tools: [], tool_choice: "auto" }),
    taken: tools(weather),
    refusal: empty("tools", "array"),
    lenient: "takes",
    source: from("9, case 46", "recorded", "inferred"),
  },
  {
    id: "tools-count",
    what: "There are at most 128 tools.",
    refused: tools(...many(129)),
    taken: tools(...many(128)),
    refusal: tooLong("tools", "array", 128, 129),
    lenient: "takes",
    source: from("1.2 and 4.2", "types", "probed"),
  },
  {
    id: "tool-object",
    what: "A tool is an object.",
    refused: tools("weather"),
    taken: tools(weather),
    refusal: wrongType(at, "an object", "a string"),
    lenient: "refuses",
    source,
  },
  {
    id: "tool-type-required",
    what: "A tool has a type.",
    refused: tools({ function: { name: "weather" } }),
    taken: tools(weather),
    refusal: missing(`${at}.type`),
    lenient: "refuses",
    source,
  },
  {
    id: "tool-type-value",
    what: "A tool is a function or a custom tool.",
    refused: tools({ type: "web_search" }),
    taken: tools(customTool({})),
    refusal: wrongValue(`${at}.type`, "web_search", ["function", "custom"]),
    lenient: "takes",
    source,
  },
  {
    id: "tool-function-required",
    what: "A function tool has its function in an object of its own.",
    refused: tools({ type: "function", name: "weather" }),
    taken: tools(weather),
    refusal: missing(`${at}.function`),
    lenient: "refuses",
    source,
  },
  {
    id: "functions-not-empty",
    what: "A list of the deprecated functions is not empty.",
    refused: body({ functions: [] }),
    taken: smallest,
    refusal: empty("functions", "array"),
    lenient: "takes",
    source: from("1.2 and 4.2", "types", "recorded"),
  },
];

const names: readonly OwnRule[] = [
  {
    id: "tool-name-required",
    what: "A function has a name.",
    refused: tools({ type: "function", function: {} }),
    taken: tools(weather),
    refusal: missing(`${at}.function.name`),
    lenient: "refuses",
    source,
  },
  {
    id: "tool-name-not-empty",
    what: "The name of a function is not empty.",
    refused: tools(functionTool("")),
    taken: tools(functionTool("w")),
    refusal: empty(`${at}.function.name`, "string"),
    lenient: "refuses",
    source: from("4.2", "inferred"),
  },
  {
    id: "tool-name-pattern",
    what: "The name of a function has letters, digits, hyphens and underscores.",
    refused: tools(functionTool("house.weather")),
    taken: tools(functionTool("house-weather_2")),
    refusal: wrongName(`${at}.function.name`),
    lenient: "takes",
    source: from("1.5 and 4.2", "docs", "probed"),
  },
  {
    id: "tool-name-length",
    what: "The name of a function has at most 64 characters.",
    refused: tools(functionTool("w".repeat(65))),
    taken: tools(functionTool("w".repeat(64))),
    refusal: tooLong(`${at}.function.name`, "string", 64, 65),
    lenient: "takes",
    source: from("1.5 and 4.2", "docs", "probed"),
  },
  {
    id: "custom-tool-name-pattern",
    what: "The name of a custom tool is as that of a function.",
    refused: tools({ type: "custom", custom: { name: "run.it" } }),
    taken: tools({ type: "custom", custom: { name: "run_it" } }),
    refusal: wrongName(`${at}.custom.name`),
    lenient: "takes",
    source: from("1.5, 4.2 and 12", "types", "inferred"),
  },
  {
    id: "custom-tool-format-value",
    what: "The format of a custom tool is text or a grammar.",
    refused: tools(customTool({ format: { type: "xml" } })),
    taken: tools(customTool({ format: { type: "text" } })),
    refusal: wrongValue(`${at}.custom.format.type`, "xml", ["text", "grammar"]),
    lenient: "takes",
    source: from("1.5, 4.2 and 12", "types", "inferred"),
  },
  {
    id: "custom-tool-syntax-value",
    what: "A grammar is written for lark or as a regex.",
    refused: tools(
      customTool({ format: { type: "grammar", grammar: { definition: "a", syntax: "ebnf" } } }),
    ),
    taken: tools(
      customTool({ format: { type: "grammar", grammar: { definition: "a", syntax: "regex" } } }),
    ),
    refusal: wrongValue(`${at}.custom.format.grammar.syntax`, "ebnf", ["lark", "regex"]),
    lenient: "takes",
    source: from("1.5, 4.2 and 12", "types", "inferred"),
  },
];

const schemas: readonly OwnRule[] = [
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
    source: from("1.5 and 4.2", "docs", "probed"),
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
    source: from("1.5 and 4.2", "docs", "inferred"),
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
    source: from("1.5 and 4.2", "docs", "inferred"),
  },
];

const choices: readonly OwnRule[] = [
  {
    id: "tool-choice-needs-tools",
    what: "`tool_choice` stands only beside `tools`.",
    refused: body({ tool_choice: "auto" }),
    taken: body({ tool_choice: "auto", tools: [weather] }),
    refusal: badRequest(
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      "tool_choice",
    ),
    lenient: "takes",
    source: from("4.2", "probed"),
  },
  {
    id: "tool-choice-word",
    what: "A choice that is a word is none, auto or required.",
    refused: body({ tool_choice: "any", tools: [weather] }),
    taken: body({ tool_choice: "required", tools: [weather] }),
    refusal: wrongValue("tool_choice", "any", ["none", "auto", "required"]),
    lenient: "refuses",
    source,
  },
  {
    id: "tool-choice-type-required",
    what: "A choice that is an object has a type.",
    refused: body({ tool_choice: { function: { name: "weather" } }, tools: [weather] }),
    taken: body({ tool_choice: functionTool("weather"), tools: [weather] }),
    refusal: missing("tool_choice.type"),
    lenient: "refuses",
    source,
  },
  {
    id: "tool-choice-type-value",
    what: "A choice is of a function, of a custom tool or of allowed tools. The order of the words is not known.",
    refused: body({ tool_choice: { type: "tool", name: "weather" }, tools: [weather] }),
    taken: body({ tool_choice: functionTool("weather"), tools: [weather] }),
    refusal: badRequest(
      /^Invalid value: 'tool'\. Supported values are: .+\.$/,
      "tool_choice.type",
      "invalid_value",
    ),
    lenient: "takes",
    source: from("1.5 and 4.2", "types", "inferred"),
  },
  {
    id: "tool-choice-name-required",
    what: "A choice of a function names it inside of `function`.",
    refused: body({ tool_choice: { type: "function", name: "weather" }, tools: [weather] }),
    taken: body({ tool_choice: functionTool("weather"), tools: [weather] }),
    refusal: missing("tool_choice.function"),
    lenient: "refuses",
    source,
  },
  {
    id: "tool-choice-known",
    what: "The tool that is chosen is among the tools. The text is that of another endpoint.",
    refused: body({ tool_choice: functionTool("clock"), tools: [weather] }),
    taken: body({ tool_choice: functionTool("weather"), tools: [weather] }),
    refusal: badRequest("Tool choice 'clock' not found in 'tools' parameter.", "tool_choice"),
    lenient: "takes",
    source: from("4.3 and 12", "probed", "inferred"),
  },
  {
    id: "allowed-tools-mode",
    what: "Allowed tools are offered in the mode auto or required.",
    refused: body({
      tool_choice: { type: "allowed_tools", allowed_tools: { mode: "any", tools: [weather] } },
      tools: [weather],
    }),
    taken: body({
      tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [weather] } },
      tools: [weather],
    }),
    refusal: wrongValue("tool_choice.allowed_tools.mode", "any", ["auto", "required"]),
    lenient: "refuses",
    source: from("1.5, 4.2 and 12", "types", "inferred"),
  },
];

/** What is refused of tools and of the choice among them. */
export const toolRules = [
  ...groupOf("Tools", shapes),
  ...groupOf("Tool names", names),
  ...groupOf("Tool parameters", schemas),
  ...groupOf("Tool choice", choices),
];
