import type { Format, FormatDefinition, FormatSetup } from "../format.js";
import { toErrorAnswer } from "./answers/errors.js";
import { toModel, toModelsList } from "./answers/models-list.js";
import { toRateHeaders } from "./answers/rate-headers.js";
import { nativeRules } from "./native/rules.js";
import { continuity } from "./read-request/continuity.js";
import { parseCountTokens, toTokenCount } from "./read-request/count-tokens.js";
import {
  missingCredential,
  readCredential,
  readHead,
  unknownModel,
  wrongCredential,
} from "./read-request/headers.js";
import { toParsedRequest } from "./read-request/parsed-request.js";
import { type MessagesSettings, toSettings, validOptions } from "./settings.js";
import type { MessagesStrictRules } from "./strict/profile.js";
import { validateRequest } from "./validate/body.js";
import { checkSupport } from "./validate/model-support.js";
import type { MessagesHead } from "./wire/head.js";
import { formatName } from "./wire/names.js";
import { toResponse } from "./write-reply/response.js";
import { createStreamWriter } from "./write-reply/stream.js";

export type { MessagesSettings } from "./settings.js";

const pathMessages = "/v1/messages";
const pathCountTokens = "/v1/messages/count_tokens";

const minimalRequest = {
  model: "unknown",
  max_tokens: 1,
  messages: [{ role: "user", content: "-" }],
  stream: true,
};

/** The Messages wire format. */
export const messagesFormat: FormatDefinition<
  "messages",
  "messages",
  Partial<MessagesSettings>,
  MessagesStrictRules
> = { name: formatName, option: "messages", validOptions, create };

function create(setup: FormatSetup<Partial<MessagesSettings>, MessagesStrictRules>): Format {
  const settings = toSettings(setup);
  return {
    name: formatName,
    native: nativeRules,
    continuity,
    path: pathMessages,
    countTokensPath: pathCountTokens,
    // The official client appends the whole path, others only its end.
    clientPaths: ["/v1/messages", "/messages"],
    requiredHeaders: [[`${settings.vendor}-version`, settings.versions[0] ?? ""]],
    minimalRequest,
    recognises: (path, headers) =>
      /\/messages(\/count_tokens)?\/?$/.test(path) ||
      headers.get(`${settings.vendor}-version`) !== null,
    readCredential,
    missingCredential,
    wrongCredential,
    readHead: (headers) => readHead(headers, settings),
    parseRequest: (body, head, bytes) => {
      const { betas } = head as MessagesHead;
      const request = validateRequest(body, head as MessagesHead, settings, "create");
      return toParsedRequest(request, { bytes, betas });
    },
    parseCountTokens: (body, head) => parseCountTokens(body, head, settings),
    checkSupport: (request, model) => checkSupport(request, model, settings),
    unknownModel,
    createToolCallId: (ids) => ids.create("toolu_01", 22),
    createRequestId: (ids) => ids.create("req_01", 22),
    requestIdHeaders: (requestId) => [["request-id", requestId]],
    streamContentType: "text/event-stream; charset=utf-8",
    toResponse,
    createStreamWriter,
    rateHeaders: (rates) => toRateHeaders(rates, settings.vendor),
    toErrorAnswer,
    toTokenCount,
    toModelsList,
    toModel,
  };
}
