import { messagesUpstreamFormat } from "../formats/messages/upstream.js";
import type { Model } from "../models/model.js";
import { createUpstream } from "./create-upstream.js";
import type { UpstreamOptions } from "./options.js";

/**
 * A model behind a service that speaks Messages. Callers of Messages are relayed: their bytes go
 * there and its bytes come back. Callers of other formats are translated.
 *
 * @example
 * messagesUpstream({ id: "big", baseUrl: "https://api.example.com", apiKey, model: "big-2026" });
 * @throws TypeError for options that cannot work, saying how to mend them
 */
export function messagesUpstream(options: UpstreamOptions): Model {
  return createUpstream(messagesUpstreamFormat, { ...options, baseUrl: withVersion(options) });
}

/** The official clients take a base URL without the version, others one with it; both mean the same. */
function withVersion({ baseUrl }: UpstreamOptions): string {
  return `${baseUrl.replace(/(?:\/v1)?\/*$/, "")}/v1`;
}
