import { chatCompletionsUpstreamFormat } from "../formats/chat-completions/upstream.js";
import type { Model } from "../models/model.js";
import { createUpstream } from "./create-upstream.js";
import type { UpstreamOptions } from "./options.js";

/**
 * A model behind a service that speaks Chat Completions: vLLM, Ollama, llama.cpp, a vendor. Callers
 * of Chat Completions are relayed: their bytes go there and its bytes come back. Callers of other
 * formats are translated.
 *
 * @example
 * chatCompletionsUpstream({
 *   id: "local",
 *   baseUrl: "http://127.0.0.1:11434/v1",
 *   model: "qwen3",
 *   capabilities: presets.ollama,
 * });
 * @throws TypeError for options that cannot work, saying how to mend them
 */
export function chatCompletionsUpstream(options: UpstreamOptions): Model {
  return createUpstream(chatCompletionsUpstreamFormat, options);
}
