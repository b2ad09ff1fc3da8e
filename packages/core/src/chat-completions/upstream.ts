import { pickHeaders } from "../http/pick-headers.js";
import { isObject } from "../json/value.js";
import type { UpstreamFormat } from "../upstream-format.js";
import { defaultUpstreamCapabilities } from "./capabilities.js";
import { editRelayed } from "./edit-relayed.js";
import { emitRequest } from "./emit-request.js";
import { emitRules } from "./emit-rules.js";
import { toErrorEnvelope } from "./error-envelope.js";
import { parseError } from "./parse-error.js";
import { parseModels } from "./parse-models.js";
import { parseResponse } from "./parse-response.js";
import { createStreamParser } from "./parse-stream.js";
import { readUsage } from "./parse-usage.js";
import { createRelayObserver } from "./relay-observer.js";
import { replyRules } from "./reply-rules.js";
import { formatName } from "./types.js";

const relayedReplyNames = [
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
  ...["limit", "remaining", "reset"].flatMap((part) =>
    ["requests", "tokens"].map((kind) => `x-ratelimit-${part}-${kind}`),
  ),
];

/** The Chat Completions wire format, as upstreams speak it. */
export const chatCompletionsUpstreamFormat: UpstreamFormat = {
  name: formatName,
  path: "/chat/completions",
  modelsPath: "/models",
  capabilities: defaultUpstreamCapabilities,
  emitRules,
  replyRules,
  credential: "bearer",
  wireHeaders: [],
  // What callers of this wire send in headers says who they are, or is for their own service.
  relayedRequestHeaders: () => [],
  relayedReplyHeaders: (headers) => pickHeaders(headers, relayedReplyNames),
  emitRequest,
  createStreamParser,
  parseResponse,
  parseError,
  toErrorEnvelope,
  isReply: (body) => isObject(body) && Array.isArray(body.choices),
  readUsage,
  parseModels,
  editRelayed,
  createRelayObserver,
};
