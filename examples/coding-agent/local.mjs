// A local model behind every name that a coding tool asks for.
import { chatCompletionsUpstream, createMemoryKeys, createService, presets } from "@diglot/core";

/**
 * `LOCAL_BASE_URL`: the local server, by default Ollama's address. `LOCAL_MODEL`: its model.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
export function createLocal(environment) {
  const local = chatCompletionsUpstream({
    id: "local",
    // Coding tools ask for several models by their vendors' names.
    aliases: ["*"],
    baseUrl: environment.LOCAL_BASE_URL ?? "http://127.0.0.1:11434/v1",
    model: environment.LOCAL_MODEL ?? "qwen3-coder",
    capabilities: presets.ollama,
  });
  return createService({
    models: [local],
    keys: createMemoryKeys([{ key: "local-secret" }]),
    // The tool may ask for features that a local model lacks; serve the request without them.
    unsupported: { default: "warn" },
    reporter: (event) => {
      if (event.type === "failure") console.error(event.error);
      if (event.type === "request_ended" && event.failure) console.error(event.failure.error);
    },
  });
}
