import type { Format } from "../format.js";
import { toErrorAnswer } from "./answers/errors.js";
import { toModel, toModelsList } from "./answers/models-list.js";
import { toRateHeaders } from "./answers/rate-headers.js";
import { requestFields } from "./native/request-fields.js";
import { nativeRules } from "./native/rules.js";
import { toParsedRequest } from "./read-request/body.js";
import {
  createRequestId,
  missingCredential,
  readCredential,
  readHead,
  requestIdHeaders,
  wrongCredential,
} from "./read-request/headers.js";
import { validateRequest } from "./validate/body.js";
import { checkSupport } from "./validate/model-support.js";
import { unknownModel } from "./validate/problem.js";
import { formatName } from "./wire/types.js";
import { toResponse } from "./write-reply/response.js";
import { writeReplyRules } from "./write-reply/rules.js";
import { createStreamWriter } from "./write-reply/stream.js";

/** The Chat Completions wire format. */
export const chatCompletionsFormat: Format = {
  name: formatName,
  requestFields,
  native: nativeRules,
  writeReplyRules,
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
  createStreamWriter,
  rateHeaders: toRateHeaders,
  toErrorAnswer,
  toModelsList,
  toModel,
};
