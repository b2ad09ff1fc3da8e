import { badRequest, from, groupOf, missing, wrongValue } from "./make.js";
import { body, functionTool } from "./samples.js";

const source = from("1.5 and 4.2", "sdk-types", "third-party-probe");
const weather = functionTool("weather");

/** What is refused of the choice among tools. */
export const toolChoiceRules = groupOf("Tool choice", [
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
    source: from("4.2", "third-party-probe"),
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
    source: from("1.5 and 4.2", "sdk-types", "inferred"),
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
    source: from("4.3 and 12", "third-party-probe", "inferred"),
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
    source: from("1.5, 4.2 and 12", "sdk-types", "inferred"),
  },
]);
