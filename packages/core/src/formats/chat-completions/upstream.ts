import { filterPlainHeaders } from "../../http/filter-headers.js";
import { serverSentEvents } from "../framing.js";
import type { UpstreamFormat } from "../upstream-format.js";
import { isReply } from "./read-reply/chunk.js";
import { parseError } from "./read-reply/error.js";
import { readReplyFacts } from "./read-reply/facts.js";
import { itemLists } from "./read-reply/item-lists.js";
import { parseModels } from "./read-reply/models.js";
import { countOutput } from "./read-reply/output.js";
import { parseResponse } from "./read-reply/response.js";
import { createStreamParser } from "./read-reply/stream.js";
import { readUsage } from "./read-reply/usage.js";
import { editRelayedRequest } from "./relay/edit-request.js";
import { toErrorEnvelope } from "./relay/error-envelope.js";
import { createRelayObserver } from "./relay/observer.js";
import {
  type ChatCompletionsUpstreamCapabilities,
  defaultUpstreamCapabilities,
  validCapabilities,
} from "./wire/capabilities.js";
import { formatName } from "./wire/names.js";
import { writeRequest } from "./write-request/body.js";

export type { ChatCompletionsUpstreamCapabilities } from "./wire/capabilities.js";

const relayedReplyNames =
  /^(?:retry-after(?:-ms)?|x-should-retry|x-ratelimit-(?:limit|remaining|reset)-(?:requests|tokens))$/;

/** The Chat Completions wire format, on the upstream's side. */
export const chatCompletionsUpstreamFormat: UpstreamFormat<ChatCompletionsUpstreamCapabilities> = {
  name: formatName,
  path: "/chat/completions",
  modelsPath: "/models",
  framing: serverSentEvents,
  modelPlaces: { reply: ["model"], event: ["model"], once: false },
  instructionPlaces: [{ member: "messages", roles: ["system", "developer"] }],
  capabilities: defaultUpstreamCapabilities,
  validCapabilities,
  credential: "bearer",
  wireHeaders: [],
  // Headers of callers of this format identify the caller or are meant for this service.
  relayedRequestHeaders: () => [],
  relayedReplyHeaders: (headers) => filterPlainHeaders(headers, relayedReplyNames),
  writeRequest,
  createStreamParser,
  parseResponse,
  parseError,
  toErrorEnvelope,
  itemLists,
  isReply,
  countOutput,
  readReplyFacts,
  readUsage,
  parseModels,
  editRelayedRequest,
  createRelayObserver,
};
