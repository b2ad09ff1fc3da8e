import type { Rule } from "../rule.js";
import {
  badRequest,
  from,
  groupOf,
  type OwnRule,
  outOfRange,
  tooLong,
  wrongValue,
} from "./make.js";
import { body, functionTool } from "./samples.js";

/** A member with a range: a number beyond it, how that is shown, and the last one that is taken. */
type Range = readonly [
  member: string,
  kind: "integer" | "decimal",
  side: "below" | "above",
  limit: number,
  beyond: number,
  shown: string,
  taken?: object,
];

const ranges: readonly Range[] = [
  ["max_completion_tokens", "integer", "below", 1, 0, "0"],
  ["n", "integer", "below", 1, 0, "0"],
  ["n", "integer", "above", 128, 129, "129", { n: 1 }],
  ["temperature", "decimal", "below", 0, -1, "-1.0"],
  ["temperature", "decimal", "above", 2, 99, "99.0"],
  ["top_p", "decimal", "below", 0, -0.5, "-0.5"],
  ["top_p", "decimal", "above", 1, 1.5, "1.5"],
  ["presence_penalty", "decimal", "below", -2, -2.5, "-2.5"],
  ["presence_penalty", "decimal", "above", 2, 3, "3.0"],
  ["frequency_penalty", "decimal", "below", -2, -2.5, "-2.5"],
  ["frequency_penalty", "decimal", "above", 2, 3, "3.0"],
  ["top_logprobs", "integer", "below", 0, -1, "-1", {}],
  ["top_logprobs", "integer", "above", 20, 21, "21", {}],
];

function ofRange([member, kind, side, limit, beyond, shown, taken]: Range): OwnRule {
  const word = side === "below" ? "at least" : "at most";
  return {
    id: `${member.replaceAll("_", "-")}-${side === "below" ? "minimum" : "maximum"}`,
    what: `\`${member}\` is ${word} ${limit}.`,
    refused: body({ [member]: beyond }),
    taken: body({ ...(taken ?? { [member]: limit }) }),
    refusal: outOfRange(member, kind, side, limit, shown),
    lenient: "refuses",
    source: from("1.2 and 4.2", "documentation", "third-party-probe"),
  };
}

/** Members that are one word of a list. */
const words: readonly (readonly [string, readonly string[], Rule["lenient"]])[] = [
  // Even the lenient profile refuses levels that the model behind it does not have.
  ["reasoning_effort", ["none", "minimal", "low", "medium", "high", "xhigh", "max"], "refuses"],
  ["verbosity", ["low", "medium", "high"], "takes"],
  ["prompt_cache_retention", ["in_memory", "24h"], "takes"],
];

function ofWords([member, allowed, lenient]: (typeof words)[number]): OwnRule {
  return {
    id: `${member.replaceAll("_", "-")}-value`,
    what: `\`${member}\` is one of the words that the format knows.`,
    refused: body({ [member]: "bogus" }),
    taken: body({ [member]: allowed[0] }),
    refusal: wrongValue(member, "bogus", allowed),
    lenient,
    source: from("1.2 and 4.2", "sdk-types", "third-party-probe"),
  };
}

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, "value"]));

const stored = (metadata: object) => body({ store: true, metadata });

const others: readonly OwnRule[] = [
  {
    id: "modalities-value",
    what: "`modalities` are text and audio.",
    refused: body({ modalities: ["video"] }),
    taken: body({ modalities: ["text"] }),
    refusal: wrongValue("modalities[0]", "video", ["text", "audio"]),
    lenient: "refuses",
    source: from("1.2 and 4.2", "sdk-types", "third-party-probe"),
  },
  {
    id: "prompt-cache-mode",
    what: "`prompt_cache_options.mode` is implicit or explicit.",
    refused: body({ prompt_cache_options: { mode: "always" } }),
    taken: body({ prompt_cache_options: { mode: "implicit" } }),
    refusal: wrongValue("prompt_cache_options.mode", "always", ["implicit", "explicit"]),
    lenient: "takes",
    source: from("1.2 and 4.2", "sdk-types", "third-party-probe"),
  },
  {
    id: "service-tier-value",
    what: "The service tier must be one that exists. Only the beginning of the text is known.",
    refused: body({ service_tier: "gold" }),
    taken: body({ service_tier: "fast" }),
    refusal: badRequest(/^Invalid service_tier argument: /, "service_tier"),
    lenient: "takes",
    source: from("4.2", "sdk-types", "documentation"),
  },
  {
    id: "logit-bias-range",
    what: "A bias is between -100 and 100. How the text shows the number is not known.",
    refused: body({ logit_bias: { "50256": 101 } }),
    taken: body({ logit_bias: { "50256": 100 } }),
    refusal: badRequest(
      /^Invalid 'logit_bias\.50256': \w+ above maximum value\. Expected a value <= 100, but got 101/,
      "logit_bias.50256",
      "decimal_above_max_value",
    ),
    lenient: "refuses",
    source: from("1.2 and 4.2", "documentation", "inferred"),
  },
  {
    id: "safety-identifier-length",
    what: "`safety_identifier` has at most 128 characters.",
    refused: body({ safety_identifier: "u".repeat(129) }),
    taken: body({ safety_identifier: "u".repeat(128) }),
    refusal: tooLong("safety_identifier", "string", 128, 129),
    lenient: "takes",
    source: from("1.2 and 4.2", "sdk-comments", "third-party-probe"),
  },
  {
    id: "stop-count",
    what: "There are at most four stop sequences; there may be none.",
    refused: body({ stop: ["a", "b", "c", "d", "e"] }),
    taken: body({ stop: ["a", "b", "c", "d"] }),
    refusal: tooLong("stop", "array", 4, 5),
    lenient: "takes",
    source: from("1.2 and 4.2", "documentation", "third-party-probe"),
  },
  {
    id: "metadata-count",
    what: "`metadata` has at most 16 members. The text is not known.",
    refused: stored(pairs(17)),
    taken: stored(pairs(16)),
    refusal: badRequest(/^Invalid 'metadata': /, "metadata", "object_above_max_properties"),
    lenient: "takes",
    source: from("1.2 and 4.2", "sdk-comments", "third-party-probe"),
  },
  {
    id: "metadata-key-length",
    what: "The names in `metadata` have at most 64 characters. The text is not known.",
    refused: stored({ ["k".repeat(65)]: "value" }),
    taken: stored({ ["k".repeat(64)]: "value" }),
    refusal: badRequest(/^Invalid 'metadata': /, "metadata", "property_name_above_max_length"),
    lenient: "takes",
    source: from("1.2 and 4.2", "sdk-comments", "third-party-probe"),
  },
  {
    id: "metadata-value-length",
    what: "The values of `metadata` have at most 512 characters.",
    refused: stored({ key: "v".repeat(513) }),
    taken: stored({ key: "v".repeat(512) }),
    refusal: tooLong("metadata.key", "string", 512, 513),
    lenient: "takes",
    source: from("1.2 and 4.2", "sdk-comments", "third-party-probe"),
  },
  {
    id: "metadata-need-store",
    what: "`metadata` stand only beside `store`. Which param the answer names is not known.",
    refused: body({ metadata: { key: "value" } }),
    taken: stored({ key: "value" }),
    refusal: badRequest(
      "The 'metadata' parameter is only allowed when 'store' is enabled.",
      "metadata",
    ),
    lenient: "takes",
    source: from("1.2", "issue-report"),
    reports: ["spiceai/spiceai#5231", "QwenLM/qwen-code#243", "looplj/axonhub#1380"],
  },
  {
    id: "max-tokens-alone",
    what: "The two names of the token limit do not stand beside each other.",
    refused: body({ max_tokens: 5, max_completion_tokens: 5 }),
    taken: body({ max_completion_tokens: 5 }),
    refusal: badRequest(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      "max_tokens",
      "invalid_parameter_combination",
    ),
    lenient: "takes",
    source: from("1.2", "issue-report"),
    reports: ["langchain-ai/langgraph#5943"],
  },
  {
    id: "stream-options-need-stream",
    what: "`stream_options` stands only beside `stream`.",
    refused: body({ stream_options: { include_usage: true } }),
    taken: body({ stream: true, stream_options: { include_usage: true } }),
    refusal: badRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      "stream_options",
    ),
    lenient: "takes",
    source: from("4.2", "third-party-probe"),
  },
  {
    id: "top-logprobs-need-logprobs",
    what: "`top_logprobs` stands only beside `logprobs`.",
    refused: body({ top_logprobs: 2 }),
    taken: body({ logprobs: false }),
    refusal: badRequest(
      "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.",
      "top_logprobs",
    ),
    lenient: "takes",
    source: from("4.2", "third-party-probe"),
  },
  {
    id: "parallel-tool-calls-need-tools",
    what: "`parallel_tool_calls` stands only beside `tools`.",
    refused: body({ parallel_tool_calls: true }),
    taken: body({ parallel_tool_calls: true, tools: [functionTool("weather")] }),
    refusal: badRequest(
      "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
      "parallel_tool_calls",
    ),
    lenient: "takes",
    source: from("4.2", "third-party-probe"),
  },
];

/** What is refused for the value of a member, or because of another member. */
export const parameterValueRules = groupOf("Parameter values", [
  ...ranges.map(ofRange),
  ...words.map(ofWords),
  ...others,
]);
