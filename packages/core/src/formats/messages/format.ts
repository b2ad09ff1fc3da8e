import type { Format } from "../format.js";
import { toErrorAnswer } from "./answers/errors.js";
import { toModel, toModelsList } from "./answers/models-list.js";
import { toRateHeaders } from "./answers/rate-headers.js";
import { requestFields } from "./native/request-fields.js";
import { nativeRules } from "./native/rules.js";
import { parseCountTokens, toTokenCount } from "./read-request/count-tokens.js";
import {
  missingCredential,
  readCredential,
  readHead,
  unknownModel,
  wrongCredential,
} from "./read-request/headers.js";
import { toParsedRequest } from "./read-request/parsed-request.js";
import { validateRequest } from "./validate/body.js";
import { checkSupport } from "./validate/model-support.js";
import type { MessagesHead } from "./wire/types.js";
import { formatName } from "./wire/types.js";
import { toResponse } from "./write-reply/response.js";
import { writeReplyRules } from "./write-reply/rules.js";
import { createStreamWriter } from "./write-reply/stream.js";

const pathMessages = "/v1/messages";
const pathCountTokens = "/v1/messages/count_tokens";

/** The Messages wire format. */
export const messagesFormat: Format = {
  name: formatName,
  requestFields,
  native: nativeRules,
  writeReplyRules,
  path: pathMessages,
  countTokensPath: pathCountTokens,
  recognises: (path, headers, settings) =>
    /\/messages(\/count_tokens)?\/?$/.test(path) ||
    headers.get(`${settings.messages.vendor}-version`) !== null,
  readCredential,
  missingCredential,
  wrongCredential,
  readHead,
  parseRequest: (body, head, settings, bytes) => {
    const { betas } = head as MessagesHead;
    const request = validateRequest(body, head as MessagesHead, settings, "create");
    return toParsedRequest(request, { bytes, betas });
  },
  parseCountTokens,
  checkSupport,
  unknownModel,
  createToolCallId: (ids) => ids.create("toolu_01", 22),
  createRequestId: (ids) => ids.create("req_01", 22),
  requestIdHeaders: (requestId) => [["request-id", requestId]],
  toResponse,
  createStreamWriter,
  rateHeaders: toRateHeaders,
  toErrorAnswer,
  toTokenCount,
  toModelsList,
  toModel,
};
