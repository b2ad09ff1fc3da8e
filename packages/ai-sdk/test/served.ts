import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type FromAiSdkOptions, fromAiSdk } from "@diglot/ai-sdk";
import type { ReceiptEntry } from "@diglot/core";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { finish, streamOf, textPart } from "./mocks.js";

/** A provider, in place of a real one. */
export interface Provider {
  readonly provider?: string;
  readonly version?: "v3" | "v4";
  readonly modelId?: string;
  readonly urls?: Record<string, RegExp[]>;
}

/** What a model is called with for a body, and what is answered and noted. */
export async function callOf(
  format: FormatName,
  body: object,
  { provider = "scripted", version = "v4", modelId = "scripted", urls = {} }: Provider = {},
  given: FromAiSdkOptions = {},
) {
  const calls: LanguageModelV4CallOptions[] = [];
  const model = {
    ...{ specificationVersion: version, provider, modelId, supportedUrls: urls },
    async doStream(options: LanguageModelV4CallOptions) {
      calls.push(options);
      return streamOf([textPart("ok"), finish()]);
    },
  };
  const answer = await answerOf(fromAiSdk(model, { id: "scripted", ...given }), format, body);
  return { ...answer, options: calls[0] as LanguageModelV4CallOptions };
}

/** What an agent is called with for a body. */
export async function agentCallOf(format: FormatName, body: object, given: FromAiSdkOptions = {}) {
  const calls: Readonly<Record<string, unknown>>[] = [];
  const agent = agentOf([{ type: "finish", finishReason: "stop" }], calls);
  return { ...(await answerOf(fromAiSdk(agent, given), format, body)), call: calls[0] };
}

/** An agent whose stream has these parts; the last one may be an error, which it throws. */
export function agentOf(parts: readonly unknown[], calls: object[] = []) {
  return {
    ...({ version: "agent-v1", id: "scripted" } as const),
    async stream(call: object) {
      calls.push(call);
      return { fullStream: iterate(parts) };
    },
  };
}

async function* iterate(parts: readonly unknown[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

/** The answer of a service over a model, with what its receipt and its ledger hold. */
export async function answerOf(
  model: ReturnType<typeof fromAiSdk>,
  format: FormatName,
  body: object = {},
) {
  const { service, ledger, events, failures } = serviceOf(model);
  const answer = await service.request(...requestOf(format, { model: "scripted", ...body }));
  const text = await answer.text();
  await service.close();
  const losses = events.flatMap((event): readonly ReceiptEntry[] =>
    event.type === "request_ended" ? event.losses : [],
  );
  return { status: answer.status, text, losses, rows: ledger.all(), failures };
}
