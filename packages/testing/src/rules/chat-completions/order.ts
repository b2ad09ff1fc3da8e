import {
  badRequest,
  empty,
  from,
  groupOf,
  missing,
  type OwnRule,
  outOfRange,
  unknown,
  wrongType,
} from "./make.js";
import { body, functionTool, smallest } from "./samples.js";

/**
 * A request with two faults, and the one that is reported. The pairs go down the vendor's order, so that
 * each step of it stands between two of them.
 */
type Step = readonly [
  id: string,
  what: string,
  faults: object,
  refusal: OwnRule["refusal"],
  lenient?: OwnRule["lenient"],
];

const steps: readonly Step[] = [
  [
    "model-before-messages",
    "That there is a model comes before the messages.",
    { model: undefined, messages: undefined },
    badRequest("you must provide a model parameter"),
  ],
  [
    "messages-before-unknown",
    "That there are messages comes before members that are unknown.",
    { messages: undefined, bogus: 1 },
    missing("messages"),
  ],
  [
    "unknown-before-messages",
    "Members that are unknown come before what is in the messages.",
    { messages: [], bogus: 1 },
    unknown("bogus"),
  ],
  [
    "messages-before-tools",
    "What is in the messages comes before the tools.",
    { tools: {}, messages: [] },
    empty("messages", "array"),
  ],
  [
    "tools-before-choice",
    "Tools come before the choice among them.",
    { tool_choice: "any", tools: {} },
    wrongType("tools", "an array of objects", "an object"),
  ],
  [
    "bound-before-n",
    "The token limit comes before the number of choices.",
    { n: 0, max_completion_tokens: 0 },
    outOfRange("max_completion_tokens", "integer", "below", 1, "0"),
  ],
  [
    "n-before-temperature",
    "The number of choices comes before the temperature.",
    { temperature: 99, n: 0 },
    outOfRange("n", "integer", "below", 1, "0"),
  ],
  [
    "temperature-before-top-p",
    "The temperature comes before top_p.",
    { top_p: "1", temperature: "1" },
    wrongType("temperature", "a decimal", "a string"),
  ],
  [
    "penalties-before-logprobs",
    "The penalties come before log probabilities.",
    { logprobs: "yes", frequency_penalty: 3 },
    outOfRange("frequency_penalty", "decimal", "above", 2, "3.0"),
  ],
  [
    "user-before-format",
    "The user comes before the format of the output.",
    { response_format: "text", user: 5 },
    wrongType("user", "a string", "an integer"),
  ],
  [
    "format-before-max-tokens",
    "The format of the output comes before the older token limit.",
    { max_tokens: "5", response_format: "text" },
    wrongType("response_format", "an object", "a string"),
  ],
  [
    "max-tokens-before-bias",
    "The older token limit comes before the bias of tokens.",
    { logit_bias: "5", max_tokens: "5" },
    wrongType("max_tokens", "an integer", "a string"),
  ],
  [
    "bias-before-stream",
    "The bias of tokens comes before streaming.",
    { stream: "true", logit_bias: "5" },
    wrongType("logit_bias", "an object", "a string"),
  ],
  [
    "stream-before-metadata",
    "Streaming comes before metadata.",
    { metadata: "a", stream: "true" },
    wrongType("stream", "a boolean", "a string"),
  ],
  [
    "metadata-before-verbosity",
    "Metadata come before verbosity.",
    { verbosity: 1, metadata: "a" },
    wrongType("metadata", "an object", "a string"),
  ],
  [
    "form-before-model",
    "The form of all members comes before what the model lacks.",
    { model: "gpt-5.6-terra", max_tokens: 5, verbosity: 1 },
    wrongType("verbosity", "a string", "an integer"),
  ],
  [
    "stream-options-before-store",
    "What a member needs is looked at in its turn.",
    { store: "no", stream_options: {} },
    badRequest(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      "stream_options",
    ),
  ],
  [
    "choice-before-parallel",
    "The choice among tools comes before parallel calls.",
    { parallel_tool_calls: "yes", tools: [functionTool("weather")], tool_choice: 5 },
    badRequest(
      /^Invalid type for 'tool_choice': expected one of .+, but got an integer instead\.$/,
      "tool_choice",
      "invalid_type",
    ),
  ],
];

/** In which order faults are looked for: only the first one is reported. */
export const orderRules = groupOf(
  "Order",
  steps.map(
    ([id, what, faults, refusal, lenient = "refuses"]): OwnRule => ({
      id: `order-${id}`,
      what,
      refused: body({ ...faults }),
      taken: smallest,
      refusal,
      lenient,
      source: from("1.9", "third-party-probe"),
    }),
  ),
);
