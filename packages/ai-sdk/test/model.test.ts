import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { fromAiSdk } from "@diglot/ai-sdk";
import { ways } from "@diglot/test-support/ask";
import { type Create, itServesModel } from "@diglot/test-support/frameworks";
import { createOpenAI as createOpenAI3 } from "ai-sdk-openai-3";
import { describe } from "vitest";

const apiKey = "sk-upstream";
const options = { id: "scripted" };

/** Real providers, in front of a fake. */
const providers: Readonly<Record<string, Create>> = {
  "@ai-sdk/openai, Chat Completions": (fetch) =>
    fromAiSdk(createOpenAI({ apiKey, fetch }).chat("gpt-4.1"), options),
  "@ai-sdk/openai of ai 6, Chat Completions": (fetch) =>
    fromAiSdk(createOpenAI3({ apiKey, fetch }).chat("gpt-4.1"), options),
  "@ai-sdk/anthropic": (fetch) =>
    fromAiSdk(createAnthropic({ apiKey, fetch })("claude-sonnet-4-5"), options),
};

const cases = Object.entries(providers).flatMap(([provider, create]) =>
  ways.map((way) => ({ provider, create, ...way })),
);

describe.each(cases)("a model of $provider for $format, streamed: $stream", (way) => {
  itServesModel(way, way.create);
});
