import {
  type ChatCompletionsUpstreamCapabilities,
  chatCompletionsUpstreamFormat,
} from "../formats/chat-completions/upstream.js";
import type { Model } from "../models/model.js";
import { checkUpstreamOptions } from "./check-options.js";
import { openUpstream } from "./create-upstream.js";
import type { UpstreamOptions } from "./options.js";

/**
 * A model of a service that speaks Chat Completions: vLLM, Ollama, llama.cpp, a vendor. Requests in
 * Chat Completions are relayed: their bytes are sent to the service, and its bytes are returned.
 * Requests in other formats are translated.
 *
 * @example
 * chatCompletionsUpstream({
 *   id: "local",
 *   baseUrl: "http://127.0.0.1:11434/v1",
 *   model: "qwen3",
 *   capabilities: presets.ollama,
 * });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function chatCompletionsUpstream(
  options: UpstreamOptions<ChatCompletionsUpstreamCapabilities>,
): Model {
  const format = chatCompletionsUpstreamFormat;
  checkUpstreamOptions("chatCompletionsUpstream", options, format.validCapabilities);
  return openUpstream(format, options);
}
