import { empty, from, groupOf, missing, wrongName, wrongType } from "./make.js";
import { called, messages, user } from "./samples.js";

const shape = from("1.3 and 4.2", "sdk-types", "third-party-probe");

/** What is refused of calls in the history. */
export const callRules = groupOf("Calls in the history", [
  {
    id: "calls-type",
    what: "The calls of a message are a list.",
    refused: messages({ role: "assistant", content: "Hello", tool_calls: {} }),
    taken: called(),
    refusal: wrongType("messages[0].tool_calls", "an array of objects", "an object"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "calls-not-empty",
    what: "A list of calls is not empty.",
    refused: messages(user, { role: "assistant", content: "Hello", tool_calls: [] }),
    taken: messages(user, { role: "assistant", content: "Hello" }),
    refusal: empty("messages[1].tool_calls", "array"),
    lenient: "takes",
    source: from("1.3 and 4.2", "inferred"),
  },
  {
    id: "call-id-required",
    what: "A call has an id.",
    refused: called({ id: undefined }),
    taken: called(),
    refusal: missing("messages[1].tool_calls[0].id"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "call-type-required",
    what: "A call has a type.",
    refused: called({ type: undefined }),
    taken: called({ type: "function" }),
    refusal: missing("messages[1].tool_calls[0].type"),
    lenient: "takes",
    source: from("1.5 and 4.2", "sdk-types", "inferred"),
  },
  {
    id: "call-function-required",
    what: "A call of a function says which.",
    refused: called({ function: undefined }),
    taken: called(),
    refusal: missing("messages[1].tool_calls[0].function"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "call-arguments-required",
    what: "A call of a function has arguments, if only an empty string.",
    refused: called({ function: { name: "weather" } }),
    taken: called({ function: { name: "weather", arguments: "" } }),
    refusal: missing("messages[1].tool_calls[0].function.arguments"),
    lenient: "refuses",
    source: shape,
  },
  {
    id: "call-arguments-type",
    what: "The arguments of a call are JSON in a string, not an object.",
    refused: called({ function: { name: "weather", arguments: {} } }),
    taken: called({ function: { name: "weather", arguments: "not even JSON" } }),
    refusal: wrongType("messages[1].tool_calls[0].function.arguments", "a string", "an object"),
    lenient: "refuses",
    source: from("1.5, 4.2 and 4.3", "sdk-types", "third-party-probe"),
  },
  {
    id: "call-name-pattern",
    what: "The name in a call of the history is checked as that of a tool is.",
    refused: called({ function: { name: "house.weather", arguments: "{}" } }),
    taken: called({ function: { name: "house_weather", arguments: "{}" } }),
    refusal: wrongName("messages[1].tool_calls[0].function.name"),
    lenient: "takes",
    source: from("1.3", "third-party-probe"),
  },
]);
