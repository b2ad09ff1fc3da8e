import {
  type MessagesUpstreamCapabilities,
  messagesUpstreamFormat,
} from "../formats/messages/upstream.js";
import type { Model } from "../models/model.js";
import { checkUpstreamOptions } from "./check-options.js";
import { openUpstream } from "./create-upstream.js";
import type { UpstreamOptions } from "./options.js";

/**
 * A model of a service that speaks Messages. Requests in Messages are relayed: their bytes are sent to
 * the service, and its bytes are returned. Requests in other formats are translated.
 *
 * @example
 * messagesUpstream({ id: "big", baseUrl: "https://api.example.com", apiKey, model: "big-2026" });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function messagesUpstream(options: UpstreamOptions<MessagesUpstreamCapabilities>): Model {
  const format = messagesUpstreamFormat;
  checkUpstreamOptions("messagesUpstream", options, format.validCapabilities);
  return openUpstream(format, { ...options, baseUrl: withVersion(options) });
}

/** The official clients take a base URL without the version, others with it; both are accepted. */
function withVersion({ baseUrl }: Pick<UpstreamOptions, "baseUrl">): string {
  return `${baseUrl.replace(/(?:\/v1)?\/*$/, "")}/v1`;
}
