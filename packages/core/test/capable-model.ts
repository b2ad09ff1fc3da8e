import type { Capabilities, Model } from "../src/models/model.js";

/** A model that supports all that the formats know and is never asked, with changes of what it supports. */
export function capableModel(
  members: Partial<Model>,
  capabilities: Partial<Capabilities> = {},
): Model {
  return {
    id: "m",
    aliases: [],
    displayName: "M",
    created: 1_700_000_000,
    ownedBy: "tests",
    capabilities: {
      tools: true,
      toolChoice: ["auto", "none", "any", "tool"],
      images: true,
      documents: true,
      audio: true,
      thinking: [],
      effort: [],
      outputFormats: ["json", "json_schema"],
      sampling: [],
      stopSequences: true,
      choices: 1,
      logprobs: false,
      webSearch: false,
      prefill: true,
      systemTurns: true,
      extensions: true,
      unknownContent: [],
      ...capabilities,
    },
    respond: () => Promise.reject(new Error("This model does not answer.")),
    countInputTokens: () => 1,
    ...members,
  };
}
