import { empty, from, groupOf, missing, tooLong, wrongName, wrongValue } from "./make.js";
import { body, functionTool } from "./samples.js";

const at = "tools[0]";
const source = from("1.5 and 4.2", "sdk-types", "third-party-probe");
const tools = (...list: readonly unknown[]) => body({ tools: list });
const weather = functionTool("weather");
const customTool = (members: object) => ({ type: "custom", custom: { name: "run", ...members } });

/** What is refused of the names of tools, and of what custom tools have beside one. */
export const toolNameRules = groupOf("Tool names", [
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
    source: from("1.5 and 4.2", "documentation", "third-party-probe"),
  },
  {
    id: "tool-name-length",
    what: "The name of a function has at most 64 characters.",
    refused: tools(functionTool("w".repeat(65))),
    taken: tools(functionTool("w".repeat(64))),
    refusal: tooLong(`${at}.function.name`, "string", 64, 65),
    lenient: "takes",
    source: from("1.5 and 4.2", "documentation", "third-party-probe"),
  },
  {
    id: "custom-tool-name-pattern",
    what: "The name of a custom tool is as that of a function.",
    refused: tools({ type: "custom", custom: { name: "run.it" } }),
    taken: tools({ type: "custom", custom: { name: "run_it" } }),
    refusal: wrongName(`${at}.custom.name`),
    lenient: "takes",
    source: from("1.5, 4.2 and 12", "inferred"),
  },
  {
    id: "custom-tool-format-value",
    what: "The format of a custom tool is text or a grammar.",
    refused: tools(customTool({ format: { type: "xml" } })),
    taken: tools(customTool({ format: { type: "text" } })),
    refusal: wrongValue(`${at}.custom.format.type`, "xml", ["text", "grammar"]),
    lenient: "takes",
    source: from("1.5, 4.2 and 12", "sdk-types", "inferred"),
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
    source: from("1.5, 4.2 and 12", "sdk-types", "inferred"),
  },
]);
