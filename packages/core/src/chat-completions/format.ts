import type { Format } from "../format.js";
import { encodeRules } from "./encode-rules.js";
import { createEncoder } from "./encode-stream.js";
import { toErrorAnswer } from "./errors.js";
import {
  createRequestId,
  missingCredential,
  readCredential,
  readHead,
  requestIdHeaders,
  wrongCredential,
} from "./headers.js";
import { toModel, toModelsList } from "./models-list.js";
import { ownRules } from "./own-rules.js";
import { toParsedRequest } from "./parse-request.js";
import { unknownModel } from "./problem.js";
import { toRateHeaders } from "./rate-headers.js";
import { requestFields } from "./request-fields.js";
import { toResponse } from "./response.js";
import { checkSupport } from "./support.js";
import { formatName } from "./types.js";
import { validateRequest } from "./validate.js";

/** The Chat Completions wire format. */
export const chatCompletionsFormat: Format = {
  name: formatName,
  requestFields,
  own: ownRules,
  encodeRules,
  path: "/v1/chat/completions",
  // The other format knows its own requests by their headers; all others are taken for this one.
  recognises: () => true,
  readCredential,
  missingCredential,
  wrongCredential,
  readHead,
  parseRequest: (body, _head, settings) => toParsedRequest(validateRequest(body, settings)),
  checkSupport,
  unknownModel,
  createToolCallId: (ids) => ids.create("call_", 24),
  createRequestId,
  requestIdHeaders,
  toResponse,
  createEncoder,
  rateHeaders: toRateHeaders,
  toErrorAnswer,
  toModelsList,
  toModel,
};
