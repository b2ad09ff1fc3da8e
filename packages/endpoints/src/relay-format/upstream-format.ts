import {
  type HeaderLookup,
  type RelayObserver,
  serverSentEvents,
  type UpstreamFormat,
} from "@diglot/core";
import {
  badReply,
  filterPlainHeaders,
  isObject,
  parseError,
  parseModels,
  readNames,
  toErrorEnvelope,
} from "@diglot/core/formats";
import { withoutVersion } from "./base-path.js";
import { relayCapabilities, validRelayCapabilities } from "./capabilities.js";
import { editRelayedRequest } from "./edit-request.js";
import type { RelayFormatOptions } from "./options.js";
import { readUsage } from "./read-usage.js";
import { refuseFormat } from "./refusals.js";

const relayedReplyNames =
  /^(?:retry-after(?:-ms)?|x-should-retry|x-ratelimit-(?:limit|remaining|reset)-(?:requests|tokens))$/;

/** How upstreams speak an endpoint. Requests of other formats are refused, because nothing is translated. */
export function createUpstreamFormat(options: RelayFormatOptions): UpstreamFormat {
  const { name, path, output, isReply = isNoError, observeStream = observeNothing } = options;
  return {
    name,
    relayOnly: true,
    path: options.upstreamPath ?? withoutVersion(path),
    modelsPath: "/models",
    framing: serverSentEvents,
    modelPlaces: { reply: ["model"], event: ["model"], once: false },
    capabilities: relayCapabilities,
    validCapabilities: validRelayCapabilities,
    credential: "bearer",
    wireHeaders: [],
    // Headers of callers identify the caller or are meant for this service.
    relayedRequestHeaders: () => [],
    relayedReplyHeaders: (headers: HeaderLookup) => filterPlainHeaders(headers, relayedReplyNames),
    writeRequest() {
      throw refuseFormat(path);
    },
    createStreamParser: readNothing,
    parseResponse: readNothing,
    parseError,
    toErrorEnvelope,
    // No item of a reply is looked at one by one.
    itemLists: () => [],
    isReply,
    countOutput: (reply) => output?.count?.(reply) ?? 0,
    readReplyFacts: readNames,
    readUsage,
    parseModels,
    editRelayedRequest: (bytes, body, edits) => editRelayedRequest(bytes, body, edits, output),
    createRelayObserver: observeStream,
  };
}

function isNoError(body: unknown): boolean {
  return !isObject(body) || !body.error;
}

function readNothing(): never {
  throw badReply("A reply of this format can only be relayed.");
}

function observeNothing(): RelayObserver {
  throw badReply("Replies of this format are not streamed.");
}
