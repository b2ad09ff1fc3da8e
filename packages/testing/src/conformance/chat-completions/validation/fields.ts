import type { Check } from "../../check.js";
import { functionTool, saying } from "../asking/bodies.js";
import { defineRefusals } from "../asking/refusals.js";

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "value"]));

/** What is refused in the fields of a request. */
export const fieldValidationChecks: readonly Check[] = defineRefusals("Validation", [
  [
    "C017c",
    "An array of five stop strings is answered 400 array_above_max_length.",
    { stop: ["a", "b", "c", "d", "e"] },
    { param: "stop", code: "array_above_max_length", says: /stop/ },
  ],
  [
    "C023",
    "Metadata with 17 pairs is answered 400 object_above_max_properties.",
    { metadata: pairs(17) },
    { param: "metadata", code: "object_above_max_properties", says: /metadata/ },
  ],
  [
    "C026",
    "A json_object response format without the word json in the messages is answered 400.",
    saying("hi", { response_format: { type: "json_object" } }),
    { param: "messages", code: null, says: /json/ },
  ],
  [
    "C028",
    "An extra top-level field is answered 400 unknown_parameter with its name.",
    { no_such_field: 1 },
    { param: "no_such_field", code: "unknown_parameter", says: /no_such_field/ },
  ],
  [
    "C044",
    "A tool name with a dot is answered 400 invalid_value with the pattern.",
    { tools: [functionTool("house.weather")] },
    { param: "tools[0].function.name", code: "invalid_value", says: /\^\[a-zA-Z0-9_-\]\+\$/ },
  ],
  [
    "C045",
    "A tool name of 65 characters is answered 400 string_above_max_length.",
    { tools: [functionTool("x".repeat(65))] },
    { param: "tools[0].function.name", code: "string_above_max_length", says: /tools\[0\]/ },
  ],
  [
    "C046",
    "An empty tools array with tool_choice auto is answered 400.",
    { tools: [], tool_choice: "auto" },
    { param: /^tool/, says: /tools/ },
  ],
  [
    "C047",
    "A tool_choice without tools is answered 400.",
    { tool_choice: "auto" },
    { param: "tool_choice", code: null, says: /tool_choice/ },
  ],
  [
    "C073",
    "stream_options without stream is answered 400.",
    { stream_options: { include_usage: true } },
    { param: "stream_options", code: null, says: /stream_options/ },
  ],
  [
    "C074",
    'A stream value given as the string "true" is answered 400 invalid_type.',
    { stream: "true" },
    { param: "stream", code: "invalid_type", says: /stream/ },
  ],
  [
    "C081",
    "A request without model is answered 400.",
    { model: undefined },
    { param: null, code: null, says: /model/ },
  ],
  [
    "C088a",
    "A temperature of 99 is answered 400 decimal_above_max_value.",
    { temperature: 99 },
    { param: "temperature", code: "decimal_above_max_value", says: /temperature.*99\.0/ },
  ],
  [
    "C088b",
    "A temperature given as a string is answered 400 invalid_type.",
    { temperature: "1" },
    { param: "temperature", code: "invalid_type", says: /temperature/ },
  ],
  [
    "C089",
    "n of 0 is answered 400 integer_below_min_value.",
    { n: 0 },
    { param: "n", code: "integer_below_min_value", says: /'n'/ },
  ],
  [
    "C090",
    "top_logprobs without logprobs is answered 400.",
    { top_logprobs: 2 },
    { param: "top_logprobs", code: null, says: /top_logprobs/ },
  ],
  [
    "C091a",
    "Of faults in messages and in other fields only that in messages is reported.",
    { messages: [], n: 0, temperature: 99 },
    { param: "messages" },
  ],
  [
    "C091b",
    "Of faults in n and in temperature only that in n is reported, wherever they stand.",
    { temperature: 99, n: 0 },
    { param: "n" },
  ],
  [
    "C091c",
    "An unknown field is reported before a fault in messages.",
    saying(5, { no_such_field: 1 }),
    { param: "no_such_field" },
  ],
]);
