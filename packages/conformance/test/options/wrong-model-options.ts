import {
  balanced,
  chatCompletionsFormat,
  chatCompletionsUpstream,
  createMemoryReasoningStore,
  createUpstream,
  defineModel,
  listUpstreamModels,
  messagesUpstream,
  presets,
  readPriceTable,
  withFallback,
  withRetry,
  withTimeout,
} from "@diglot/core";
import { untyped, type WrongCall } from "./wrong-call.js";

const generator = async function* () {
  yield "Hello.";
};
const model = defineModel("m", generator);
const prices = { input: 1, output: 2 };
const table = readPriceTable({ small: prices });
const define = (options: unknown) => untyped(defineModel)("m", generator, options);
const upstream = untyped(chatCompletionsUpstream);
const messages = untyped(messagesUpstream);
const least = { id: "m", baseUrl: "http://127.0.0.1:8000/v1" };

/** Models, upstreams and model wrappers that must not be made. */
export const wrongModelOptions: readonly WrongCall[] = [
  [
    () => untyped(defineModel)("", generator),
    'defineModel: "id" must be a string that is not empty, not "".',
  ],
  [
    () => untyped(defineModel)("m", { model: "gpt-4" }),
    'defineModel: "respond" must be an async generator function, not an object.',
  ],
  [
    () => define({ capabilities: { choices: 0 } }),
    'defineModel: "capabilities.choices" must be a whole number of at least 1, not 0.',
  ],
  [
    () => define({ capabilities: { logprobs: 5 } }),
    'defineModel: "capabilities.logprobs" must be true or false, not 5.',
  ],
  [
    () => define({ capabilities: { unknownContent: "video" } }),
    'defineModel: "capabilities.unknownContent" must be true or a list.',
  ],
  [
    () => upstream({ ...least, stablePrompt: "yes" }),
    'chatCompletionsUpstream: "stablePrompt" must be true or false, not "yes".',
  ],
  [
    () => upstream({ ...least, stablePrompt: ["claude"] }),
    'chatCompletionsUpstream: "stablePrompt[0]" must be one of anything-llm, claude-code, goose, oh-my-opencode, pi, not "claude".',
  ],
  [
    () => upstream({ ...least, revealModel: "yes" }),
    'chatCompletionsUpstream: "revealModel" must be true or false, not "yes".',
  ],
  [
    () => messages({ ...least, revealmodel: true }),
    'messagesUpstream: "revealmodel" is not an option; did you mean "revealModel"?',
  ],
  [
    () => upstream({ ...least, capabilities: { choices: "many" } }),
    'chatCompletionsUpstream: "capabilities.choices" must be a whole number of at least 1, not "many".',
  ],
  [
    () => define({ price: prices }),
    'defineModel: "price" is not an option; did you mean "prices"?',
  ],
  [
    () => define({ prices: table.typo }),
    'defineModel: "prices" is given, but undefined: is a name misspelt? Pass a value or leave it out.',
  ],
  [
    () => define({ prices: { input: "1", output: 2 } }),
    'defineModel: "prices.input" must be a number from 0 to 1,000, the dollars per million tokens, not "1".',
  ],
  [
    () => define({ prices: { prompt: 1, completion: 2 } }),
    'defineModel: "prices.prompt" is not an option; the options here are input, output, cacheRead, cacheWrite, cacheWriteLong, longContext, accepts, units, mediaTokens.',
  ],
  [
    () => define({ prices: { ...prices, accepts: { service_tier: { priority: "2" } } } }),
    'defineModel: "prices.accepts.service_tier.priority" must be a number from 0 to 100, by which all prices are multiplied, not "2".',
  ],
  [
    () => define({ prices: { ...prices, mediaTokens: { document: 1 } } }),
    'defineModel: "prices.mediaTokens.document" is not an option; the options here are image, other.',
  ],
  [
    () => define({ capabilities: { image: false } }),
    'defineModel: "capabilities.image" is not an option; did you mean "capabilities.images"?',
  ],
  [
    () => define({ capabilities: { tools: "yes" } }),
    'defineModel: "capabilities.tools" must be true or false, not "yes".',
  ],
  [
    () => define({ capabilities: { toolChoice: ["required"] } }),
    'defineModel: "capabilities.toolChoice[0]" must be one of auto, none, any, tool, not "required".',
  ],
  [() => define({ aliases: "gpt-4" }), 'defineModel: "aliases" must be a list, not a string.'],
  [() => define({ countTokens: 4 }), 'defineModel: "countTokens" must be a function, not 4.'],
  [
    () => untyped(readPriceTable)({ small: { input: 1 } }),
    'readPriceTable: "prices.small.output" must be a number from 0 to 1,000, the dollars per million tokens, not undefined.',
  ],

  [
    () => upstream({ ...least, baseURL: "http://127.0.0.1:8000/v1" }),
    'chatCompletionsUpstream: "baseURL" is not an option; did you mean "baseUrl"?',
  ],
  [
    () => upstream({ ...least, api_key: "sk-secret-0123456789" }),
    'chatCompletionsUpstream: "api_key" is not an option; did you mean "apiKey"?',
  ],
  [
    () => upstream({ id: "m" }),
    'chatCompletionsUpstream: "baseUrl" must be an absolute URL that begins with http:// or https://, such as "http://127.0.0.1:8000/v1".',
  ],
  [
    () => messages({ id: "m" }),
    'messagesUpstream: "baseUrl" must be an absolute URL that begins with http:// or https://, such as "http://127.0.0.1:8000/v1".',
  ],
  [
    () => upstream({ ...least, baseUrl: "http://127.0.0.1:8000/v1/chat/completions" }),
    'chatCompletionsUpstream: "baseUrl" must end before "/chat/completions", which is added to it.',
  ],
  [
    () => messages({ ...least, baseUrl: "https://api.example/v1/messages" }),
    'messagesUpstream: "baseUrl" must end before "/messages", which is added to it.',
  ],
  [
    () => upstream({ ...least, baseUrl: "https://user:sk-secret-0123456789@api.example/v1" }),
    'chatCompletionsUpstream: "baseUrl" must have no user, password, query or fragment; a key belongs in "apiKey".',
  ],
  [
    () => upstream({ ...least, apiKey: "sk-secret-0123456789\n" }),
    'chatCompletionsUpstream: "apiKey" must be visible ASCII characters.',
  ],
  [
    () => upstream({ ...least, apiKeys: ["sk-one", "sk-secret-0123456789\n"] }),
    'chatCompletionsUpstream: "apiKeys[1]" must be visible ASCII characters.',
  ],
  [
    () => upstream({ ...least, apiKey: "sk-secret-0123456789", apiKeys: ["sk-one"] }),
    'chatCompletionsUpstream: set "apiKey" or "apiKeys", not both.',
  ],
  [
    () => upstream({ ...least, credential: "sk-secret-0123456789" }),
    'chatCompletionsUpstream: "credential" must be one of x-api-key, api-key, bearer; a key belongs in "apiKey".',
  ],
  [
    () => upstream({ ...least, headers: { Authorization: "Bearer sk-secret-0123456789" } }),
    'chatCompletionsUpstream: "headers.Authorization" must be a header that may be set here; a key belongs in "apiKey".',
  ],
  [
    () => upstream({ ...least, headers: "x-team: 7" as never }),
    'chatCompletionsUpstream: "headers" must be an object, not a string.',
  ],
  [
    () => upstream({ ...least, headers: { "x-team": 7 } }),
    'chatCompletionsUpstream: "headers.x-team" must be a string of visible ASCII characters, not 7.',
  ],
  [
    () => upstream({ ...least, capabilities: "ollama" }),
    'chatCompletionsUpstream: "capabilities" must be an object, not a string.',
  ],
  [
    () => upstream({ ...least, capabilities: Reflect.get(presets, "olama") }),
    'chatCompletionsUpstream: "capabilities" is given, but undefined: is a name misspelt? Pass a value or leave it out.',
  ],
  [
    () => upstream({ ...least, capabilities: { ...presets.vllm, streamUsage: true } }),
    'chatCompletionsUpstream: "capabilities.streamUsage" must be one of include_usage, continuous, always, never, not true.',
  ],
  [
    () => messages({ ...least, capabilities: { unsignedThoughts: true } }),
    'messagesUpstream: "capabilities.unsignedThoughts" is not an option; did you mean "capabilities.unsignedThinking"?',
  ],
  [
    () => upstream({ ...least, translation: { lateSystem: "drop" } }),
    'chatCompletionsUpstream: "translation.lateSystem" must be one of wrap, hoist, refuse, not "drop".',
  ],
  [
    () => upstream({ ...least, timeouts: { firstByte: 5 } }),
    'chatCompletionsUpstream: "timeouts.firstByte" is not an option; the options here are firstEvent, betweenEvents, total, connect.',
  ],
  [
    () => upstream({ ...least, transport: {} }),
    'chatCompletionsUpstream: "transport" must be a function, not an object.',
  ],
  [
    () => upstream({ ...least, fetch, transport: () => undefined }),
    'chatCompletionsUpstream: set "fetch" or "transport", not both.',
  ],
  [
    () => upstream({ ...least, prices: table.typo }),
    'chatCompletionsUpstream: "prices" is given, but undefined: is a name misspelt? Pass a value or leave it out.',
  ],
  [
    () => upstream({ ...least, reasoningStore: true }),
    'chatCompletionsUpstream: "reasoningStore" must be a store of reasoning, such as createMemoryReasoningStore(), not true.',
  ],
  [
    () => untyped(createUpstream)(chatCompletionsFormat, least),
    'createUpstream: "format" must be the upstream format of a wire format, not an object without writeRequest().',
  ],
  [
    () =>
      untyped(listUpstreamModels)(chatCompletionsUpstream, { baseUrl: least.baseUrl, apikey: "x" }),
    'listUpstreamModels: "apikey" is not an option; did you mean "apiKey"?',
  ],
  [
    () => untyped(listUpstreamModels)({ baseUrl: least.baseUrl }),
    'listUpstreamModels: "create" must be a function, not an object.',
  ],
  [
    () => untyped(createMemoryReasoningStore)({ maxByte: 5 }),
    'createMemoryReasoningStore: "maxByte" is not an option; did you mean "maxBytes"?',
  ],

  [
    () => untyped(withRetry)(model, { retry: 3 }),
    'withRetry: "retry" is not an option; did you mean "retries"?',
  ],
  [
    () => untyped(withRetry)(model, { retries: 1.5 }),
    'withRetry: "retries" must be a whole number of at least 0, not 1.5.',
  ],
  [() => untyped(withRetry)(model, 3), "withRetry: the options must be an object, not 3."],
  [
    () => untyped(withRetry)("m"),
    'withRetry: "model" must be a model, such as defineModel() returns, not a string.',
  ],
  [
    () => untyped(withTimeout)(model, 5_000),
    "withTimeout: the options must be an object, not 5000.",
  ],
  [
    () => untyped(withTimeout)(model, { timeout: 5_000 }),
    'withTimeout: "timeout" is not an option; the options here are firstEvent, betweenEvents, total.',
  ],
  [
    () => untyped(withFallback)(model, model),
    'withFallback: "models" must be a list with at least one entry, not an object.',
  ],
  [
    () => untyped(withFallback)([model, "m"]),
    'withFallback: "models[1]" must be a model, such as defineModel() returns, not a string.',
  ],
  [
    () => untyped(balanced)([{ id: "a" }, { id: "b" }]),
    'balanced: "models[0]" must be a model, such as defineModel() returns, not an object without respond().',
  ],
  [
    () => untyped(balanced)([{ model, wieght: 2 }]),
    'balanced: "models[0].wieght" is not an option; did you mean "models[0].weight"?',
  ],
  [
    () => untyped(balanced)([{ model, weight: 0 }]),
    'balanced: "models[0].weight" must be a finite number above 0, not 0.',
  ],
  [
    () => untyped(balanced)([model], { setAside: "30s" }),
    'balanced: "setAside" must be a finite number of 0 or more, not "30s".',
  ],
  [
    () => untyped(balanced)([model], { sticky: "prefixes" }),
    'balanced: "sticky" must be one of prefix, not "prefixes".',
  ],
];
