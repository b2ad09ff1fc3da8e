import { checks, type Format, type FormatDefinition, ServiceError } from "../../src/index.js";
import { toErrorAnswer, toModel, unknownModel } from "./answers/answers.js";
import { parseRequest } from "./read-request/body.js";
import { readCredential, unauthorized } from "./read-request/headers.js";
import { linesOfJson } from "./wire/framing.js";
import { nativeRules } from "./wire/rules.js";
import { formatName, isObject } from "./wire/types.js";
import { toResponse } from "./write-reply/response.js";
import { createStreamWriter } from "./write-reply/stream.js";

/** A small third wire format, in the shape of a local model server's own chat endpoint. */
export const localChatFormat: FormatDefinition<typeof formatName> = {
  name: formatName,
  option: "localChat",
  validOptions: checks.members({}),
  create: () => format,
};

const format: Format = {
  name: formatName,
  native: nativeRules,
  path: "/api/chat",
  requiredHeaders: [],
  minimalRequest: { model: "unknown", messages: [{ role: "user", content: "-" }] },
  recognises: (path) => path.startsWith("/api/"),
  readCredential,
  missingCredential: unauthorized,
  wrongCredential: unauthorized,
  readHead: () => ({}),
  parseRequest,
  checkSupport({ body }, { id, capabilities }) {
    if (!Array.isArray(body.tools) || capabilities.tools) return;
    throw new ServiceError({ kind: "bad_request", message: `${id} does not support tools` });
  },
  unknownModel,
  createToolCallId: (ids) => ids.create("call_", 16),
  createRequestId: (ids) => ids.create("req_", 16),
  requestIdHeaders: (requestId) => [["x-request-id", requestId]],
  streamContentType: linesOfJson.contentType,
  toResponse,
  createStreamWriter,
  toErrorAnswer,
  rateHeaders: () => [],
  toModelsList: (models) => ({ models: models.map(toModel) }),
  toModel,
};

/** Whether a body is a whole reply. */
export function isReply(body: unknown): boolean {
  return isObject(body) && isObject(body.message) && body.done === true;
}
