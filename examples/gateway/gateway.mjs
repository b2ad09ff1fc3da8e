// Both endpoints in front of upstreams that environment variables name.
import { createNodeTransport } from "@diglot/adapter-node-http";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  listUpstreamModels,
  messagesUpstream,
  presets,
  withRetry,
} from "@diglot/core";

/** @typedef {import("@diglot/core").Service} Service */

/**
 * `MESSAGES_BASE_URL`, `MESSAGES_API_KEY`: an upstream that speaks Messages.
 * `CHAT_BASE_URL`, `CHAT_API_KEY`: one that speaks Chat Completions; `CHAT_PRESET` says what it is
 * (`openai`, `vllm`, `ollama`, `llamaCpp`, `openRouter`, `mistral`, `deepSeek`).
 * `GATEWAY_KEY`: what callers present. Every model that an upstream lists is served.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<Service>}
 */
export async function createGateway(environment) {
  const { MESSAGES_BASE_URL, MESSAGES_API_KEY, CHAT_BASE_URL, CHAT_API_KEY } = environment;
  const transport = createNodeTransport();
  const models = [];
  if (MESSAGES_BASE_URL) {
    models.push(
      ...(await listUpstreamModels(messagesUpstream, {
        baseUrl: MESSAGES_BASE_URL,
        apiKey: MESSAGES_API_KEY,
        transport,
        capabilities: presets.anthropic,
      })),
    );
  }
  if (CHAT_BASE_URL) {
    models.push(
      ...(await listUpstreamModels(chatCompletionsUpstream, {
        baseUrl: CHAT_BASE_URL,
        apiKey: CHAT_API_KEY,
        transport,
        capabilities: presetOf(environment.CHAT_PRESET ?? "openai"),
      })),
    );
  }
  if (!environment.GATEWAY_KEY) throw new TypeError("Set GATEWAY_KEY to what callers present.");
  return createService({
    models: models.map((model) => withRetry(model)),
    keys: createMemoryKeys([{ key: environment.GATEWAY_KEY }]),
    // No model has prices here, so nothing is billed. Where money counts, say "refuse".
    unknownAccounts: "unlimited",
    reporter: (event) => {
      if (event.type === "receipt") console.log("translated with losses:", event.entries);
      if (event.type === "failure") console.error(event.error);
      if (event.type === "request_ended" && event.failure) console.error(event.failure.error);
    },
  });
}

/** @param {string} name */
function presetOf(name) {
  const preset = new Map(Object.entries(presets)).get(name);
  if (!preset)
    throw new TypeError(`CHAT_PRESET must be one of ${Object.keys(presets).join(", ")}.`);
  return preset;
}
