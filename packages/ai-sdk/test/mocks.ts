import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";

/** Tokens of all kinds, no two of them the same. */
export const allTokens: LanguageModelV4Usage = {
  inputTokens: { total: 70, noCache: 40, cacheRead: 20, cacheWrite: 10 },
  outputTokens: { total: 30, text: 22, reasoning: 8 },
};

/** The end of a stream. */
export function finish(
  unified: "stop" | "length" | "tool-calls" | "content-filter" | "error" | "interrupted" = "stop",
  raw: string | undefined = undefined,
): LanguageModelV4StreamPart {
  return { type: "finish", usage: allTokens, finishReason: { unified, raw } };
}

/** A piece of text. */
export function textPart(delta: string): LanguageModelV4StreamPart {
  return { type: "text-delta", id: "0", delta };
}

/** A stream of these parts. */
export function streamOf(parts: readonly LanguageModelV4StreamPart[]) {
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return { stream };
}

/** A model that answers each call with the next list of parts, and then with the last one. */
export function mockModel(
  replies: readonly (readonly LanguageModelV4StreamPart[])[],
  settings: { readonly provider?: string; readonly supportedUrls?: Record<string, RegExp[]> } = {},
): MockLanguageModelV4 {
  const left = [...replies];
  return new MockLanguageModelV4({
    ...settings,
    modelId: "scripted",
    doStream: async () => streamOf((left.length > 1 ? left.shift() : left[0]) ?? []),
  });
}
