import type { FormatName } from "@diglot/test-support/requests";
import fc from "fast-check";
import type { JsonObject } from "../src/json/value.js";

/** Text that a model could read: never empty, never only white space. */
const words = fc
  .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
  .filter((text) => text.trim() === text && text !== "");

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const name = fc.constantFrom("get_weather", "get_time", "run-code");

/** Objects whose keys come in any order; their JSON is kept as it is. */
const jsonObject: fc.Arbitrary<JsonObject> = fc
  .dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
    noNullPrototype: true,
  })
  .map((value) => JSON.parse(JSON.stringify(value)));

const schema = fc
  .dictionary(fc.constantFrom("b", "a", "c"), fc.constantFrom("string", "integer"), {
    noNullPrototype: true,
  })
  .map((properties) => ({
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, type]) => [key, { type }]),
    ),
    required: Object.keys(properties),
    additionalProperties: false,
  }));

/** One round of a conversation: what the user writes, what the model writes and calls, what the tools return. */
interface Round {
  readonly said: readonly string[];
  /** Whether cache control is set, so that the prompt cache keeps the turn. */
  readonly kept: boolean;
  readonly image: boolean;
  readonly report: boolean;
  /** Instructions in the middle of the conversation. */
  readonly late: string | undefined;
  readonly answered: string;
  readonly calls: readonly {
    readonly name: string;
    readonly input: JsonObject;
    readonly result: readonly string[];
  }[];
}

const round: fc.Arbitrary<Round> = fc.record({
  said: fc.array(words, { minLength: 1, maxLength: 3 }),
  kept: fc.boolean(),
  image: fc.boolean(),
  report: fc.boolean(),
  late: optional(words),
  answered: words,
  calls: fc.array(
    fc.record({ name, input: jsonObject, result: fc.array(words, { minLength: 1, maxLength: 2 }) }),
    { maxLength: 3 },
  ),
});

const rounds = fc.array(round, { maxLength: 3 });
const toolNames = fc.subarray(["get_weather", "get_time", "run-code"], { minLength: 1 });
const fraction = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

/**
 * What both formats can express, in neutral terms. Default values are left out, because they need not
 * be kept.
 */
const common = fc.record({
  system: fc.array(words, { maxLength: 2 }),
  rounds,
  last: words,
  tools: optional(fc.tuple(toolNames, schema, optional(words), fc.constantFrom(undefined, true))),
  choice: fc.constantFrom(undefined, "auto", "none", "any", "tool"),
  parallel: fc.constantFrom(undefined, false),
  maxTokens: fc.integer({ min: 1, max: 100_000 }),
  stop: fc.uniqueArray(words, { minLength: 1, maxLength: 4 }),
  hasStop: fc.boolean(),
  temperature: optional(fraction),
  topP: optional(fraction),
  effort: fc.constantFrom(undefined, "low", "medium", "high"),
  output: optional(schema),
  stream: fc.boolean(),
});

type Common = typeof common extends fc.Arbitrary<infer Value> ? Value : never;

/** Beside reasoning the two formats do not take the same sampling. */
function samplingOf({ effort, temperature, topP }: Common): JsonObject {
  return effort ? {} : { temperature, top_p: topP };
}

const pixel = "iVBORw0K";
const paper = "JVBERi0x";

function toMessages(request: Common): JsonObject {
  const { tools, choice, parallel, output, effort } = request;
  return defined({
    model: "m",
    max_tokens: request.maxTokens,
    system: request.system.length
      ? request.system.map((text) => ({ type: "text", text }))
      : undefined,
    messages: [
      ...request.rounds.flatMap((one, index) => roundInMessages(one, index)),
      { role: "user", content: [{ type: "text", text: request.last }] },
    ],
    tools:
      tools &&
      toolsIn(tools, (name, input_schema, description, strict) =>
        defined({ name, description, input_schema, strict }),
      ),
    tool_choice: tools && choiceInMessages(choice, parallel, tools[0]),
    stop_sequences: request.hasStop ? request.stop : undefined,
    ...samplingOf(request),
    output_config:
      output || effort
        ? defined({ effort, format: output && { type: "json_schema", schema: output } })
        : undefined,
    stream: request.stream,
  });
}

const cacheControl = { cache_control: { type: "ephemeral" } };

/** What a user writes: an attachment or two, and text; the last of them may have cache control. */
function asked({ said, kept, image, report }: Round, attachments: readonly JsonObject[]) {
  const chosen = attachments.filter((_, index) => [image, report][index]);
  const texts = said.map((text, index) => ({
    type: "text",
    text,
    ...(kept && index === said.length - 1 ? cacheControl : {}),
  }));
  return [...chosen, ...texts];
}

function roundInMessages(one: Round, index: number): JsonObject[] {
  const { answered, calls, late } = one;
  const picture = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: pixel },
  };
  const report = {
    type: "document",
    source: { type: "base64", media_type: "application/pdf", data: paper },
    title: "report.pdf",
  };
  const made = calls.map(({ name, input }, call) => ({
    type: "tool_use",
    id: `call_${index}_${call}`,
    name,
    input,
  }));
  const results = calls.map(({ result }, call) => ({
    type: "tool_result",
    tool_use_id: `call_${index}_${call}`,
    content: result.map((text) => ({ type: "text", text })),
  }));
  return [
    { role: "user", content: asked(one, [picture, report]) },
    ...(late === undefined ? [] : [{ role: "system", content: [{ type: "text", text: late }] }]),
    { role: "assistant", content: [{ type: "text", text: answered }, ...made] },
    ...(results.length > 0
      ? [
          { role: "user", content: results },
          { role: "assistant", content: [{ type: "text", text: answered }] },
        ]
      : []),
  ];
}

function choiceInMessages(
  choice: Common["choice"],
  parallel: false | undefined,
  names: readonly string[],
): JsonObject | undefined {
  if (!choice) return undefined;
  return defined({
    type: choice,
    name: choice === "tool" ? names[0] : undefined,
    disable_parallel_tool_use: choice === "none" || parallel === undefined ? undefined : !parallel,
  });
}

function toChatCompletions(request: Common): JsonObject {
  const { tools, choice, output } = request;
  return defined({
    model: "m",
    messages: [
      ...request.system.map((content) => ({ role: "system", content })),
      ...request.rounds.flatMap((one, index) => roundInChatCompletions(one, index)),
      { role: "user", content: request.last },
    ],
    tools:
      tools &&
      toolsIn(tools, (name, parameters, description, strict) => ({
        type: "function",
        function: defined({ name, description, parameters, strict }),
      })),
    tool_choice: tools && choiceInChatCompletions(choice, tools[0]),
    parallel_tool_calls: tools && choice !== "none" ? request.parallel : undefined,
    max_tokens: request.maxTokens,
    stop: request.hasStop ? request.stop : undefined,
    ...samplingOf(request),
    reasoning_effort: request.effort,
    response_format: output && {
      type: "json_schema",
      json_schema: { name: "response", schema: output, strict: true },
    },
    stream: request.stream,
  });
}

function roundInChatCompletions(one: Round, index: number): JsonObject[] {
  const { answered, calls, late } = one;
  const picture = { type: "image_url", image_url: { url: `data:image/png;base64,${pixel}` } };
  const report = {
    type: "file",
    file: { filename: "report.pdf", file_data: `data:application/pdf;base64,${paper}` },
  };
  const made = calls.map(({ name, input }, call) => ({
    id: `call_${index}_${call}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  const results = calls.map(({ result }, call) => ({
    role: "tool",
    tool_call_id: `call_${index}_${call}`,
    content: result.map((text) => ({ type: "text", text })),
  }));
  return [
    { role: "user", content: asked(one, [picture, report]) },
    ...(late === undefined ? [] : [{ role: "system", content: late }]),
    defined({ role: "assistant", content: answered, tool_calls: made.length ? made : undefined }),
    ...results,
    ...(results.length > 0 ? [{ role: "assistant", content: answered }] : []),
  ];
}

function choiceInChatCompletions(choice: Common["choice"], names: readonly string[]): unknown {
  if (choice === "any") return "required";
  return choice === "tool" ? { type: "function", function: { name: names[0] } } : choice;
}

function toolsIn(
  [names, input, description, strict]: NonNullable<Common["tools"]>,
  toTool: (
    name: string,
    schema: JsonObject,
    description: string | undefined,
    strict: true | undefined,
  ) => JsonObject,
): readonly JsonObject[] {
  return names.map((one) => toTool(one, input, description, strict));
}

function defined(object: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Requests of a format that use only what both formats can express. */
export const commonRequests: Readonly<Record<FormatName, fc.Arbitrary<JsonObject>>> = {
  messages: common.map(toMessages),
  "chat-completions": common.map(toChatCompletions),
};

const anyValue = fc.oneof(fc.boolean(), fc.nat(5), words, jsonObject, fc.array(words));

/** Members that only one format has, or that no format knows, with values that have an effect. */
const strangers: Readonly<Record<FormatName, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  messages: {
    metadata: words.map((user_id) => ({ user_id })),
    container: words,
    mcp_servers: fc.constant([{ type: "url", name: "a", url: "https://example.com" }]),
    inference_geo: words,
    context_management: fc.constant({ edits: [{ type: "clear_thinking_20251015" }] }),
    speed: fc.constant("fast"),
    fallbacks: fc.constant("default"),
    thinking: fc.constantFrom({ type: "disabled" }, { type: "adaptive" }),
    top_k: fc.nat(50),
    unheard_of: anyValue,
    constructor: anyValue,
  },
  "chat-completions": {
    user: words,
    n: fc.integer({ min: 2, max: 3 }),
    seed: fc.integer(),
    logprobs: fc.constant(true),
    logit_bias: fc.constant({ "5": 1 }),
    modalities: fc.constant(["text", "audio"]),
    audio: fc.constant({ format: "wav", voice: "alloy" }),
    web_search_options: fc.constant({ search_context_size: "low" }),
    prediction: fc.constant({ type: "content", content: "x" }),
    frequency_penalty: fc.constant(0.5),
    unheard_of: anyValue,
    constructor: anyValue,
  },
};

/** Requests of a format that may also use what the other one does not have. */
export function anyRequests(format: FormatName): fc.Arbitrary<JsonObject> {
  const more = fc.record(strangers[format], { requiredKeys: [], noNullPrototype: true });
  return fc.tuple(commonRequests[format], more).map(([request, members]) => ({
    ...request,
    ...members,
  }));
}
