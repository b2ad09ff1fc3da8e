import { badReply } from "../../errors/bad-reply.js";
import { filterHeaders, filterPlainHeaders } from "../../http/filter-headers.js";
import { isObject } from "../../json/value.js";
import { serverSentEvents } from "../framing.js";
import type { UpstreamFormat } from "../upstream-format.js";
import { parseError } from "./read-reply/error.js";
import { readReplyFacts } from "./read-reply/facts.js";
import { itemLists } from "./read-reply/item-lists.js";
import { parseModels } from "./read-reply/models.js";
import { countOutput } from "./read-reply/output.js";
import { parseResponse } from "./read-reply/response.js";
import { hasStop } from "./read-reply/stop.js";
import { createStreamParser } from "./read-reply/stream.js";
import { readUsage } from "./read-reply/usage.js";
import { editRelayedRequest } from "./relay/edit-request.js";
import { toErrorEnvelope } from "./relay/error-envelope.js";
import { createRelayObserver } from "./relay/observer.js";
import {
  defaultUpstreamCapabilities,
  type MessagesUpstreamCapabilities,
  validCapabilities,
} from "./wire/capabilities.js";
import { formatName } from "./wire/names.js";
import { writeRequest } from "./write-request/body.js";

export type { MessagesUpstreamCapabilities } from "./wire/capabilities.js";

/** Prefixes of the caller's headers that are passed on, known or not: clients invent new ones. */
const relayedRequestPrefixes = ["anthropic-", "x-claude-code-"];

/**
 * Headers that are not passed on: the account at the upstream belongs to the operator, and the
 * request no longer comes from a browser.
 */
const droppedRequestNames: ReadonlySet<string> = new Set([
  "anthropic-organization-id",
  "anthropic-workspace-id",
  "anthropic-user-profile-id",
  "anthropic-dangerous-direct-browser-access",
]);

function isRelayedRequestName(name: string): boolean {
  return (
    relayedRequestPrefixes.some((prefix) => name.startsWith(prefix)) &&
    !droppedRequestNames.has(name)
  );
}

const relayedReplyNames =
  /^(?:retry-after(?:-ms)?|x-should-retry|anthropic-ratelimit-(?:requests|(?:(?:in|out)put-)?tokens)-(?:limit|remaining|reset))$/;

/** The Messages wire format, as upstreams use it. */
export const messagesUpstreamFormat: UpstreamFormat<MessagesUpstreamCapabilities> = {
  name: formatName,
  path: "/messages",
  countTokensPath: "/messages/count_tokens",
  // The largest page; the default is twenty.
  modelsPath: "/models?limit=1000",
  framing: serverSentEvents,
  modelPlaces: { reply: ["model"], event: ["message", "model"], once: true },
  instructionPlaces: [{ member: "system" }, { member: "messages", roles: ["system"] }],
  capabilities: defaultUpstreamCapabilities,
  validCapabilities,
  credential: "x-api-key",
  wireHeaders: [["anthropic-version", "2023-06-01"]],
  relayedRequestHeaders: (headers) => filterHeaders(headers, isRelayedRequestName),
  relayedReplyHeaders: (headers) => filterPlainHeaders(headers, relayedReplyNames),
  writeRequest,
  parseTokenCount,
  createStreamParser,
  parseResponse,
  parseError,
  toErrorEnvelope,
  itemLists,
  isReply: (body) =>
    isObject(body) && body.type === "message" && Array.isArray(body.content) && hasStop(body),
  countOutput,
  readReplyFacts,
  readUsage,
  parseModels,
  editRelayedRequest,
  createRelayObserver,
};

function parseTokenCount(body: unknown): number {
  const tokens = isObject(body) ? body.input_tokens : undefined;
  if (typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens >= 0) return tokens;
  throw badReply("The token counter answered without a number.");
}
