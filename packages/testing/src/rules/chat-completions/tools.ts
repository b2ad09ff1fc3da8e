import { empty, from, groupOf, missing, tooLong, wrongType, wrongValue } from "./make.js";
import { body, functionTool, smallest } from "./samples.js";

const at = "tools[0]";
const source = from("1.5 and 4.2", "sdk-types", "third-party-probe");
const tools = (...list: readonly unknown[]) => body({ tools: list });
const weather = functionTool("weather");
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => functionTool(`tool_${index}`));
const customTool = (members: object) => ({ type: "custom", custom: { name: "run", ...members } });

/** What is refused of tools as such. */
export const toolRules = groupOf("Tools", [
  {
    id: "tools-not-empty",
    what: "A list of tools is not empty.",
    refused: body({ tools: [], tool_choice: "auto" }),
    taken: tools(weather),
    refusal: empty("tools", "array"),
    lenient: "takes",
    source: from("9, case 46", "inferred"),
  },
  {
    id: "tools-count",
    what: "There are at most 128 tools.",
    refused: tools(...many(129)),
    taken: tools(...many(128)),
    refusal: tooLong("tools", "array", 128, 129),
    lenient: "takes",
    source: from("1.2 and 4.2", "third-party-probe"),
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
    source: from("1.2 and 4.2", "inferred"),
  },
]);
