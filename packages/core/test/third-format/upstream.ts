import { ServiceError, type UpstreamFormat, type WireFormat } from "../../src/index.js";
import { isReply, localChatFormat } from "./format.js";
import { badReply, createStreamParser, readUsage, toError } from "./read-reply/reader.js";
import { createRelayObserver, editRelayedRequest } from "./relay/relay.js";
import {
  defaultCapabilities,
  type LocalCapabilities,
  validCapabilities,
} from "./wire/capabilities.js";
import { linesOfJson } from "./wire/framing.js";
import { formatName, isObject, parseObject } from "./wire/types.js";
import { writeRequest } from "./write-request/body.js";

/** The third format, as upstreams speak it. The base URL ends in `/api`. */
export const localChatUpstreamFormat: UpstreamFormat<LocalCapabilities> = {
  name: formatName,
  path: "/chat",
  modelsPath: "/tags",
  framing: linesOfJson,
  modelPlaces: { reply: ["model"], event: ["model"], once: false },
  capabilities: defaultCapabilities,
  validCapabilities,
  credential: "bearer",
  wireHeaders: [],
  relayedRequestHeaders: () => [],
  relayedReplyHeaders: () => [],
  writeRequest,
  createStreamParser,
  parseResponse(body, context) {
    if (isObject(body) && body.error !== undefined) throw toError(body.error, false);
    if (!isReply(body)) throw badReply("The body is not a reply.");
    return createStreamParser(context).push({ event: undefined, data: JSON.stringify(body) });
  },
  parseError({ status, text }) {
    const message = String(parseObject(text)?.error ?? "The model failed.");
    const kind =
      status === 429 ? "rate_limited" : status < 500 ? "bad_request" : "upstream_unavailable";
    return new ServiceError({ kind, message });
  },
  toErrorEnvelope: (body) => (typeof body.error === "string" ? body : undefined),
  *itemLists(body) {
    const { message } = isObject(body) ? body : {};
    if (isObject(message)) yield { name: "tool calls", list: message.tool_calls };
  },
  isReply,
  countOutput: (body) => JSON.stringify(body).length,
  readUsage,
  parseModels(body) {
    const models = isObject(body) && Array.isArray(body.models) ? body.models : [];
    return models.filter(isObject).map(({ name }) => ({ id: String(name) }));
  },
  editRelayedRequest,
  createRelayObserver,
};

/** The format in both directions. */
export const localChat: WireFormat<LocalCapabilities> = {
  format: localChatFormat,
  upstream: localChatUpstreamFormat,
};
