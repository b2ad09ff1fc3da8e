import type { Capabilities } from "@diglot/core";

/** An embedding model takes texts, and nothing that belongs to a conversation. */
export const embeddingCapabilities: Capabilities = {
  tools: false,
  toolChoice: [],
  images: false,
  documents: false,
  audio: false,
  thinking: [],
  effort: [],
  outputFormats: [],
  sampling: [],
  stopSequences: false,
  choices: 1,
  logprobs: false,
  webSearch: false,
  prefill: false,
  systemTurns: false,
  extensions: true,
  unknownContent: true,
};
