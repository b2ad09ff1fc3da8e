import {
  type HeaderList,
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
import { formOf, toFormType } from "../multipart/body-reader.js";
import { editForm } from "../multipart/edit-form.js";
import { reportUsage } from "../units/report-usage.js";
import { countUnits } from "../units/units.js";
import { withoutVersion } from "./base-path.js";
import { relayCapabilities, validRelayCapabilities } from "./capabilities.js";
import { editRelayedRequest } from "./edit-request.js";
import { observeEvents } from "./observe-events.js";
import type { RelayFormatOptions } from "./options.js";
import { refuseFormat } from "./refusals.js";

const relayedReplyNames =
  /^(?:retry-after(?:-ms)?|x-should-retry|x-ratelimit-(?:limit|remaining|reset)-(?:requests|tokens))$/;

/** How upstreams speak an endpoint. Requests of other formats are refused, because nothing is translated. */
export function createUpstreamFormat(options: RelayFormatOptions): UpstreamFormat {
  const { name, path, output, isReply = isNoError, reply: form, units } = options;
  const { observeStream = form === "any" ? observeEvents(units) : observeNothing } = options;
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
    ...(form === "any" && { relaysBytes }),
    ...(units && { units: Object.keys(units) }),
    ...(units && { requestUnits: (request) => countUnits(units, { request }) }),
    relayedRequestHeaders: (headers) => toRequestHeaders(headers, options),
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
    readUsage: (reply, _capabilities, headers, request) =>
      reportUsage(units, { reply, headers, request: request?.body }),
    parseModels,
    editRelayedRequest(bytes, body, edits) {
      const sent = formOf(body);
      return sent ? editForm(sent, edits, output) : editRelayedRequest(bytes, body, edits, output);
    },
    createRelayObserver: observeStream,
  };
}

/** Headers of callers identify the caller or are meant for this service, but for the type of a form. */
function toRequestHeaders(
  headers: HeaderLookup,
  { body = "json", reply = "json" }: RelayFormatOptions,
): HeaderList {
  const type = body === "json" ? undefined : toFormType(headers.get("content-type") ?? "");
  return [
    ...(reply === "any" ? ([["accept", "*/*"]] as const) : []),
    ...(type === undefined ? [] : ([["content-type", type]] as const)),
  ];
}

/** A page is no reply of any endpoint, whatever its status is. */
function relaysBytes(headers: HeaderLookup): boolean {
  const type = headers.get("content-type") ?? "";
  return !/\bjson\b|^text\/(?:event-stream|html)\b/i.test(type);
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
