import type { SampleRequest } from "../rule.js";
import { badRequest, from, groupOf, type OwnRule, wrongType } from "./make.js";
import { body, functionTool } from "./samples.js";

/** A member, a value of a wrong type, the two types in the words of the wire, and what is taken. */
type Row = readonly [
  member: string,
  wrong: unknown,
  expected: string,
  received: string,
  taken: SampleRequest,
];

const text = "a string";
const integer = "an integer";
const decimal = "a decimal";
const boolean = "a boolean";
const object = "an object";
const objects = "an array of objects";

/** Members that are also refused because of another one get that one too. */
const beside: Readonly<Record<string, object>> = {
  parallel_tool_calls: { tools: [functionTool("weather")] },
  stream_options: { stream: true },
};

const rows: readonly Row[] = [
  ["functions", {}, objects, object, body({ tools: [functionTool("weather")] })],
  ["tools", {}, objects, object, body({ tools: [functionTool("weather")] })],
  [
    "parallel_tool_calls",
    "yes",
    boolean,
    text,
    body({ ...beside.parallel_tool_calls, parallel_tool_calls: false }),
  ],
  ["max_completion_tokens", "5", integer, text, body({ max_completion_tokens: 5 })],
  ["n", "1", integer, text, body({ n: 1 })],
  ["temperature", "1", decimal, text, body({ temperature: 1 })],
  ["top_p", "1", decimal, text, body({ top_p: 1 })],
  ["presence_penalty", "0", decimal, text, body({ presence_penalty: 0 })],
  ["frequency_penalty", "0", decimal, text, body({ frequency_penalty: 0 })],
  ["logprobs", "no", boolean, text, body({ logprobs: false })],
  ["top_logprobs", "2", integer, text, body({ top_logprobs: null })],
  ["user", 5, text, integer, body({ user: "5" })],
  ["seed", 1.5, integer, decimal, body({ seed: 1 })],
  ["moderation", "on", object, text, body({ moderation: null })],
  ["safety_identifier", 5, text, integer, body({ safety_identifier: "5" })],
  ["prompt_cache_options", "30m", object, text, body({ prompt_cache_options: { ttl: "30m" } })],
  ["prompt_cache_key", 5, text, integer, body({ prompt_cache_key: "5" })],
  ["prompt_cache_retention", 24, text, integer, body({ prompt_cache_retention: "24h" })],
  ["response_format", "text", object, text, body({ response_format: { type: "text" } })],
  ["service_tier", 1, text, integer, body({ service_tier: "auto" })],
  ["max_tokens", 5.5, integer, decimal, body({ max_tokens: 5 })],
  ["reasoning_effort", 2, text, integer, body({ reasoning_effort: "low" })],
  ["logit_bias", "5", object, text, body({ logit_bias: { "5": 1 } })],
  ["stream", "true", boolean, text, body({ stream: true })],
  [
    "stream_options",
    true,
    object,
    boolean,
    body({ stream: true, stream_options: { include_usage: true } }),
  ],
  ["store", "no", boolean, text, body({ store: false })],
  ["metadata", "a", object, text, body({ store: true, metadata: { a: "b" } })],
  ["prediction", "Hello", object, text, body({ prediction: null })],
  ["verbosity", 1, text, integer, body({ verbosity: "low" })],
  ["audio", "alloy", object, text, body({ audio: null })],
  ["web_search_options", true, object, boolean, body({ web_search_options: {} })],
];

function ofType([member, wrong, expected, received, taken]: Row): OwnRule {
  return {
    id: `${member.replaceAll("_", "-")}-type`,
    what: `\`${member}\` is ${expected}.`,
    refused: body({ ...beside[member], [member]: wrong }),
    taken,
    refusal: wrongType(member, expected, received),
    lenient: "refuses",
    source: from(
      "1.2, 4.2 and 4.3",
      // To a type, every number is one.
      ...(wrong === 1.5 || wrong === 5.5 ? [] : (["sdk-types"] as const)),
      "third-party-probe",
    ),
  };
}

/** Members of several types; how the texts list those is only known of `content`. */
const unions: readonly OwnRule[] = (
  [
    ["function_call", body({ function_call: "none" })],
    ["tool_choice", body({ tools: [functionTool("weather")], tool_choice: "auto" })],
    ["stop", body({ stop: "END" })],
  ] as const
).map(([member, taken]) => ({
  id: `${member.replaceAll("_", "-")}-type`,
  what: `\`${member}\` is a string, or what its longer form says.`,
  refused: body({ ...taken.body, [member]: 5 }),
  taken,
  refusal: badRequest(
    new RegExp(`^Invalid type for '${member}': expected one of .+, but got an integer instead\\.$`),
    member,
    "invalid_type",
  ),
  lenient: "refuses",
  source: from("1.2 and 4.2", "sdk-types", "third-party-probe"),
}));

const others: readonly OwnRule[] = [
  {
    id: "modalities-type",
    what: "`modalities` is a list.",
    refused: body({ modalities: "text" }),
    taken: body({ modalities: ["text"] }),
    refusal: badRequest(
      /^Invalid type for 'modalities': expected an array of .+, but got a string instead\.$/,
      "modalities",
      "invalid_type",
    ),
    lenient: "refuses",
    source: from("1.2 and 4.2", "sdk-types", "third-party-probe"),
  },
  {
    id: "n-whole",
    what: "`n` is a whole number.",
    refused: body({ n: 1.5 }),
    taken: body({ n: 1 }),
    refusal: wrongType("n", integer, decimal),
    lenient: "refuses",
    source: from("1.2, 4.2 and 4.3", "third-party-probe"),
  },
  ...["include_usage", "include_obfuscation"].map(
    (member): OwnRule => ({
      id: `${member.replaceAll("_", "-")}-type`,
      what: `\`stream_options.${member}\` is a boolean.`,
      refused: body({ stream: true, stream_options: { [member]: "yes" } }),
      taken: body({ stream: true, stream_options: { [member]: false } }),
      refusal: wrongType(`stream_options.${member}`, boolean, text),
      lenient: "refuses",
      source: from("1.2, 4.2 and 4.3", "sdk-types", "third-party-probe"),
    }),
  ),
  {
    id: "metadata-value-type",
    what: "The values of `metadata` are strings.",
    refused: body({ metadata: { order: 5 } }),
    taken: body({ store: true, metadata: { order: "5" } }),
    refusal: wrongType("metadata.order", text, integer),
    lenient: "takes",
    source: from("1.2, 4.2 and 4.3", "sdk-types", "third-party-probe"),
  },
  {
    id: "null-parameters",
    what: "Null means that a member is absent, but the messages must be there.",
    refused: body({ messages: null }),
    taken: body({ temperature: null, tools: null, stop: null, stream: null, metadata: null }),
    refusal: badRequest(
      "Missing required parameter: 'messages'.",
      "messages",
      "missing_required_parameter",
    ),
    lenient: "refuses",
    source: from("1.1", "inferred"),
  },
];

/** What is refused for the JSON type of a member. */
export const parameterTypeRules = groupOf("Parameter types", [
  ...rows.map(ofType),
  ...unions,
  ...others,
]);
