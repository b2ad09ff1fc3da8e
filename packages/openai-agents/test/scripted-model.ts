import type { Model } from "@openai/agents";

const usage = {
  inputTokens: 70,
  outputTokens: 9,
  totalTokens: 79,
  inputTokensDetails: { cached_tokens: 20, cache_write_tokens: 10 },
  outputTokensDetails: { reasoning_tokens: 3 },
};

/** A model whose stream has these events of the Responses API, and strings as text. */
export function scriptedModel(events: readonly (string | object)[]): Model {
  const text = events.filter((event) => typeof event === "string").join("");
  return {
    getResponse: async () => {
      throw new Error("Only streams are scripted.");
    },
    async *getStreamedResponse() {
      yield { type: "response_started" };
      for (const event of events) {
        if (typeof event === "string") yield { type: "output_text_delta", delta: event };
        else yield { type: "model", event };
      }
      const content = [{ type: "output_text" as const, text }];
      const said = { type: "message", role: "assistant", status: "completed", content } as const;
      yield { type: "response_done", response: { id: "r", usage, output: [said] } };
    },
  };
}
