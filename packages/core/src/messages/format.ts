import type { Format } from "../format.js";
import { parseCountTokens, toTokenCount } from "./count-tokens.js";
import { encodeRules } from "./encode-rules.js";
import { createEncoder } from "./encode-stream.js";
import { toErrorAnswer } from "./errors.js";
import {
  missingCredential,
  readCredential,
  readHead,
  unknownModel,
  wrongCredential,
} from "./headers.js";
import { toModel, toModelsList } from "./models-list.js";
import { ownRules } from "./own-rules.js";
import { toParsedRequest } from "./parsed-request.js";
import { toRateHeaders } from "./rate-headers.js";
import { requestFields } from "./request-fields.js";
import { toResponse } from "./response.js";
import { checkSupport } from "./support.js";
import type { MessagesHead } from "./types.js";
import { formatName } from "./types.js";
import { validateRequest } from "./validate.js";

const pathMessages = "/v1/messages";
const pathCountTokens = "/v1/messages/count_tokens";

/** The Messages wire format. */
export const messagesFormat: Format = {
  name: formatName,
  requestFields,
  own: ownRules,
  encodeRules,
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
  createEncoder,
  rateHeaders: toRateHeaders,
  toErrorAnswer,
  toTokenCount,
  toModelsList,
  toModel,
};
