import { chatCompletionsUpstream } from "@diglot/core";
import { createFake, thinking, toolCall } from "@diglot/testing";

/** Stands for the vendor's server in this example: it speaks Chat Completions. */
const createVendor = () =>
  createFake().otherwise(async function* ({ conversation }) {
    const last = conversation.turns.at(-1);
    const results = last?.blocks.filter(({ type }) => type === "tool_result").length ?? 0;
    if (results > 0) {
      yield `Both cities are dry today; I looked at ${results} reports.`;
      return;
    }
    yield thinking("Two cities, so two calls.");
    yield toolCall({ name: "get_weather", arguments: { city: "Oslo" } });
    yield toolCall({ name: "get_weather", arguments: { city: "Rome" } });
  });

/** With a real vendor there is an address and a key, and no `fetch`. */
export const createUpstream = () =>
  chatCompletionsUpstream({
    id: "weather-model",
    baseUrl: "http://vendor.example/v1",
    apiKey: "sk-vendor-secret",
    fetch: createVendor().fetch,
  });
