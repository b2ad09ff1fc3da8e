import { badRequest, from, groupOf, missing, tooLong, wrongName } from "./make.js";
import { body, smallest, tool } from "./samples.js";

const refusedByTypes = from("4.3", "sdk-types", "third-party-probe");
const weather = {
  type: "function",
  name: "weather",
  parameters: { type: "object" },
  strict: null,
};

/** What is refused in tools and in the choice of one. */
export const toolRules = groupOf("Tools", [
  {
    id: "tool-type",
    what: "A tool has a type.",
    refused: body({ tools: [{ name: "weather" }] }),
    taken: tool({ name: "weather" }),
    refusal: missing("tools[0].type"),
    lenient: "refuses",
    source: refusedByTypes,
  },
  {
    id: "tool-flat",
    what: "A function is flat: its name is not in `function`, as in Chat Completions.",
    refused: body({ tools: [{ type: "function", function: { name: "weather" } }] }),
    taken: tool({ name: "weather" }),
    refusal: missing("tools[0].name"),
    lenient: "refuses",
    source: from("1.5 and 4.3", "sdk-types", "third-party-probe"),
  },
  {
    id: "tool-name-characters",
    what: "The name of a tool has letters, digits, underscores and hyphens.",
    refused: tool({ name: "get.weather" }),
    taken: tool({ name: "get_weather-2" }),
    refusal: wrongName("tools[0].name"),
    lenient: "takes",
    source: from("1.5", "documentation"),
  },
  {
    id: "tool-name-length",
    what: "The name of a tool has at most 64 characters.",
    refused: tool({ name: "n".repeat(65) }),
    taken: tool({ name: "n".repeat(64) }),
    refusal: tooLong("tools[0].name", "string", 64, 65),
    lenient: "takes",
    source: from("1.5", "documentation"),
  },
  {
    id: "tool-choice-flat",
    what: "The choice of a function is flat, too.",
    refused: body({
      tools: [weather],
      tool_choice: { type: "function", function: { name: "weather" } },
    }),
    taken: body({ tools: [weather], tool_choice: { type: "function", name: "weather" } }),
    refusal: missing("tool_choice.name"),
    lenient: "refuses",
    source: refusedByTypes,
  },
  {
    id: "tool-choice-known",
    what: "The function that is chosen is among the tools.",
    refused: body({ tools: [weather], tool_choice: { type: "function", name: "time" } }),
    taken: body({ tools: [weather], tool_choice: { type: "function", name: "weather" } }),
    refusal: badRequest(
      "Tool choice 'time' not found in 'tools' parameter.",
      "tool_choice",
      "invalid_value",
    ),
    lenient: "refuses",
    source: from("10", "inferred"),
  },
  {
    id: "schema-name",
    what: "A schema for the reply has a name.",
    refused: body({ text: { format: { type: "json_schema", schema: { type: "object" } } } }),
    taken: smallest,
    refusal: missing("text.format.name"),
    lenient: "refuses",
    source: refusedByTypes,
  },
]);
