import type { Refusal } from "../rule.js";
import { badRequest, from, groupOf, type OwnRule, unknown } from "./make.js";
import { body, functionTool, user } from "./samples.js";

const unsupported = (member: string, advice = ""): Refusal =>
  badRequest(
    `Unsupported parameter: '${member}' is not supported with this model.${advice}`,
    member,
    "unsupported_parameter",
  );

const onlyDefault = (shown: string): Refusal =>
  badRequest(
    `Unsupported value: 'temperature' does not support ${shown} with this model. Only the default (1) value is supported.`,
    "temperature",
    "unsupported_value",
  );

const otherEffort = (shown: string): Refusal =>
  badRequest(
    new RegExp(
      `^Unsupported value: 'reasoning_effort' does not support '${shown}' with this model\\.`,
    ),
    "reasoning_effort",
    "unsupported_value",
  );

const noTools = (model: string): Refusal =>
  badRequest(
    `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
    "reasoning_effort",
  );

const reasoningModels = ["o1", "o3", "o4-mini", "gpt-5", "gpt-5-nano", "gpt-5.6-terra"] as const;
const tools = [functionTool("weather")];
const terra = "gpt-5.6-terra";
const oldLimitRecording = {
  repository: "envoyproxy/ai-gateway",
  path: "tests/internal/testopenai/cassettes/chat-bad-request.yaml",
};

/** The one that was probed; what is known of it is inferred for the others of its line. */
const kindOf = (model: string) => (model === terra ? "third-party-probe" : "inferred");

/** The comments in the types name the o-series. */
const kindOfLimit = (model: string) => (model.startsWith("o") ? "sdk-comments" : kindOf(model));

/** More tokens than the largest known window holds, at four bytes each. */
const longText = "word ".repeat(110_000);

const idOf = (model: string) => model.replaceAll(".", "-");

/** What all reasoning models refuse. */
const ofEach: readonly OwnRule[] = reasoningModels.flatMap((model): OwnRule[] => [
  {
    id: `${idOf(model)}-max-tokens`,
    what: `${model} takes max_completion_tokens instead of max_tokens.`,
    refused: body({ model, max_tokens: 5 }),
    taken: body({ model, max_completion_tokens: 5 }),
    refusal: unsupported("max_tokens", " Use 'max_completion_tokens' instead."),
    lenient: "refuses",
    source: from("1.2 and 4.2", kindOfLimit(model)),
    ...(model === "gpt-5-nano" && { recording: oldLimitRecording }),
  },
  {
    id: `${idOf(model)}-temperature`,
    what: `${model} takes no temperature but 1.`,
    refused: body({ model, temperature: 0.7 }),
    taken: body({ model, temperature: 1 }),
    refusal: onlyDefault("0.7"),
    lenient: "refuses",
    source: from("1.2 and 4.2", kindOf(model)),
  },
  {
    id: `${idOf(model)}-top-p`,
    what: `${model} takes no top_p but 1.`,
    refused: body({ model, top_p: 0.9 }),
    taken: body({ model, top_p: 1 }),
    refusal: unsupported("top_p"),
    lenient: "refuses",
    source: from("1.2 and 1.7", kindOf(model)),
  },
]);

const stops: readonly OwnRule[] = (["o3", "o4-mini", "gpt-5", "gpt-5.6-terra"] as const).map(
  (model): OwnRule => ({
    id: `${idOf(model)}-stop`,
    what: `${model} takes no stop sequences.`,
    refused: body({ model, stop: "END" }),
    taken: body({ model, stop: null }),
    refusal: unsupported("stop"),
    lenient: "refuses",
    source: from(
      "1.2 and 1.7",
      ...(model.startsWith("o") ? (["sdk-comments"] as const) : []),
      model === terra ? "third-party-probe" : "documentation",
    ),
  }),
);

const ofTerra: readonly OwnRule[] = [
  ...["presence_penalty", "frequency_penalty"].map(
    (member): OwnRule => ({
      id: `gpt-5-6-terra-${member.replaceAll("_", "-")}`,
      what: `${terra} takes ${member} only without reasoning.`,
      refused: body({ model: terra, [member]: 1 }),
      taken: body({ model: terra, [member]: 1, reasoning_effort: "none" }),
      refusal: unsupported(member),
      lenient: "refuses",
      source: from("1.7", "third-party-probe"),
    }),
  ),
  {
    id: "gpt-5-6-terra-logit-bias",
    what: `${terra} takes no bias of tokens.`,
    refused: body({ model: terra, logit_bias: { "50256": -100 } }),
    taken: body({ model: terra, logit_bias: {} }),
    refusal: unsupported("logit_bias"),
    lenient: "refuses",
    source: from("1.7", "third-party-probe"),
  },
  {
    id: "gpt-5-6-terra-prediction",
    what: `${terra} takes no predicted output.`,
    refused: body({ model: terra, prediction: { type: "content", content: "Hello." } }),
    taken: body({ model: terra, prediction: null }),
    refusal: unsupported("prediction"),
    lenient: "refuses",
    source: from("1.7", "third-party-probe"),
  },
  {
    id: "gpt-5-6-terra-effort",
    what: `${terra} has no level of effort called minimal.`,
    refused: body({ model: terra, reasoning_effort: "minimal" }),
    taken: body({ model: terra, reasoning_effort: "xhigh" }),
    refusal: otherEffort("minimal"),
    lenient: "refuses",
    source: from("1.7", "third-party-probe"),
  },
  ...Object.entries({
    audio: { format: "wav", voice: "alloy" },
    modalities: ["text"],
    web_search_options: {},
  }).map(
    ([member, value]): OwnRule => ({
      id: `gpt-5-6-terra-${member.replaceAll("_", "-")}`,
      what: `${terra} answers as if nobody knew ${member}.`,
      refused: body({ model: terra, [member]: value }),
      taken: body({ model: terra }),
      refusal: unknown(member),
      lenient: "refuses",
      source: from("1.2", "third-party-probe"),
    }),
  ),
];

const others: readonly OwnRule[] = [
  {
    id: "gpt-6-astra-effort",
    what: "gpt-6-astra cannot be made not to reason.",
    refused: body({ model: "gpt-6-astra", reasoning_effort: "none" }),
    taken: body({ model: "gpt-6-astra", reasoning_effort: "low" }),
    refusal: otherEffort("none"),
    lenient: "refuses",
    source: from("1.7", "third-party-probe"),
  },
  {
    id: "gpt-5-4-tools",
    what: "gpt-5.4 takes function tools only without reasoning.",
    refused: body({ model: "gpt-5.4", tools, reasoning_effort: "low" }),
    taken: body({ model: "gpt-5.4", tools, reasoning_effort: "none" }),
    refusal: noTools("gpt-5.4"),
    lenient: "refuses",
    source: from("1.5", "third-party-probe"),
  },
  {
    id: "gpt-5-6-tools",
    what: "gpt-5.6 takes function tools only without reasoning; gpt-5.5 takes them in any case.",
    refused: body({ model: "gpt-5.6", tools, reasoning_effort: "low" }),
    taken: body({ model: "gpt-5.5", tools, reasoning_effort: "low" }),
    refusal: noTools("gpt-5.6"),
    lenient: "refuses",
    source: from("1.5", "third-party-probe"),
  },
  {
    id: "gpt-5-6-tools-default",
    what: "gpt-5.6 reasons unless the request says otherwise, so function tools need that.",
    refused: body({ model: "gpt-5.6", tools }),
    taken: body({ model: "gpt-5.6", tools, reasoning_effort: "none" }),
    refusal: noTools("gpt-5.6"),
    lenient: "refuses",
    source: from("1.5", "third-party-probe"),
  },
  {
    id: "context-length",
    what: "The messages must fit into what the model reads, which is 128000 tokens for gpt-4o-mini.",
    refused: body({ model: "gpt-4o-mini", messages: [{ ...user, content: longText }] }),
    taken: body({ model: "gpt-4o-mini" }),
    refusal: badRequest(
      /^This model's maximum context length is 128000 tokens\. However, your messages resulted in \d+ tokens\. Please reduce the length of the messages\.$/,
      "messages",
      "context_length_exceeded",
    ),
    lenient: "refuses",
    source: from("4.2", "third-party-probe"),
  },
];

/** What single models refuse that others take. */
export const modelRules = groupOf("Models", [...ofEach, ...stops, ...ofTerra, ...others]);
