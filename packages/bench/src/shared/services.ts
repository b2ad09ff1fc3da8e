import type { Model, Reporter, Service, Transport, UpstreamOptions } from "@diglot/core";
import { key, stubTransport } from "./exchange.ts";
import type { Format } from "./formats.ts";
import type { Core } from "./project.ts";
import { modelName } from "./requests.ts";

/** Where a model is: in this process, or behind an upstream of a format. */
export type Place = "own" | Format;

/** A service with one model and one key; the ledger and the limits are those of core, in memory. */
export function serviceOf(core: Core, model: Model, reporter?: Reporter): Service {
  const keys = core.createMemoryKeys([{ key }]);
  return core.createService({ models: [model], keys, ...(reporter && { reporter }) });
}

/** A model in this process that says when it is called, and yields these texts. */
export function ownModel(core: Core, texts: readonly string[], onCall = () => {}): Model {
  return core.defineModel(modelName, async function* () {
    onCall();
    for (const text of texts) yield text;
  });
}

/** An upstream of a format, without a network. Each request asks `nextBlocks` for its answer. */
export function stubUpstream(
  core: Core,
  format: Format,
  contentType: string,
  nextBlocks: () => readonly Uint8Array[],
): Model {
  return upstreamOf(core, format, { transport: stubTransport(nextBlocks, contentType) });
}

/** An upstream of a format that nobody calls by a network. */
export function upstreamOf(
  core: Core,
  format: Format,
  by: { readonly transport: Transport } | Pick<UpstreamOptions, "fetch">,
): Model {
  const options = { id: modelName, ...by };
  return format === "chat"
    ? core.chatCompletionsUpstream({
        ...options,
        baseUrl: "http://127.0.0.1:9/v1",
        capabilities: core.presets.openai,
      })
    : core.messagesUpstream({
        ...options,
        baseUrl: "http://127.0.0.1:9",
        capabilities: core.presets.anthropic,
      });
}
