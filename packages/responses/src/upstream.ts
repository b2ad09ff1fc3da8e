import {
  createUpstream,
  type Model,
  serverSentEvents,
  type UpstreamFormat,
  type UpstreamOptions,
} from "@diglot/core";
import { filterPlainHeaders, parseError, parseModels, toErrorEnvelope } from "@diglot/core/formats";
import {
  countOutput,
  isReply,
  itemLists,
  parseResponse,
  readReplyFacts,
} from "./read-reply/response.js";
import { createStreamParser } from "./read-reply/stream.js";
import { readUsage } from "./read-reply/usage.js";
import { editRelayedRequest } from "./relay/edit-request.js";
import { createRelayObserver } from "./relay/observer.js";
import {
  defaultUpstreamCapabilities,
  type ResponsesUpstreamCapabilities,
  validCapabilities,
} from "./wire/capabilities.js";
import { formatName } from "./wire/names.js";
import { writeRequest } from "./write-request/body.js";

const relayedReplyNames =
  /^(?:retry-after(?:-ms)?|x-should-retry|x-ratelimit-(?:limit|remaining|reset)-(?:requests|tokens))$/;

/** The Responses wire format, as upstreams speak it. The base URL ends in its version: `/v1`. */
export const responsesUpstreamFormat: UpstreamFormat<ResponsesUpstreamCapabilities> = {
  name: formatName,
  path: "/responses",
  modelsPath: "/models",
  framing: serverSentEvents,
  modelPlaces: { reply: ["model"], event: ["response", "model"], once: false },
  instructionPlaces: [
    { member: "instructions" },
    { member: "input", roles: ["system", "developer"] },
  ],
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

/**
 * A model of a service that speaks Responses. Requests in Responses are relayed: their bytes are sent to
 * the service, and its bytes are returned. Requests in other formats are translated.
 *
 * @example
 * responsesUpstream({ id: "large", baseUrl: "https://api.openai.com/v1", apiKey, model: "gpt-5.6-sol" });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function responsesUpstream(options: UpstreamOptions<ResponsesUpstreamCapabilities>): Model {
  return createUpstream(responsesUpstreamFormat, options);
}
