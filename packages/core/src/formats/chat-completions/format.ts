import type { Format, FormatDefinition, FormatSetup } from "../format.js";
import { toErrorAnswer } from "./answers/errors.js";
import { toModel, toModelsList } from "./answers/models-list.js";
import { toRateHeaders } from "./answers/rate-headers.js";
import { nativeRules } from "./native/rules.js";
import { toParsedRequest } from "./read-request/body.js";
import { continuity } from "./read-request/continuity.js";
import {
  createRequestId,
  missingCredential,
  readCredential,
  readHead,
  requestIdHeaders,
  wrongCredential,
} from "./read-request/headers.js";
import { type ChatCompletionsSettings, toSettings, validOptions } from "./settings.js";
import type { ChatCompletionsStrictRules } from "./strict/profile.js";
import { validateRequest } from "./validate/body.js";
import { checkSupport } from "./validate/model-support.js";
import { unknownModel } from "./validate/problem.js";
import { formatName } from "./wire/names.js";
import { toChoicesResponse, toResponse } from "./write-reply/response.js";
import { createStreamWriter } from "./write-reply/stream.js";

export type { ChatCompletionsSettings } from "./settings.js";

const minimalRequest = {
  model: "unknown",
  messages: [{ role: "user", content: "-" }],
  stream: true,
  stream_options: { include_usage: true },
};

/** The Chat Completions wire format. */
export const chatCompletionsFormat: FormatDefinition<
  "chat-completions",
  "chatCompletions",
  Partial<ChatCompletionsSettings>,
  ChatCompletionsStrictRules
> = { name: formatName, option: "chatCompletions", validOptions, create };

function create(
  setup: FormatSetup<Partial<ChatCompletionsSettings>, ChatCompletionsStrictRules>,
): Format {
  const settings = toSettings(setup);
  return {
    name: formatName,
    native: nativeRules,
    continuity,
    path: "/v1/chat/completions",
    clientPaths: ["/chat/completions"],
    requiredHeaders: [],
    minimalRequest,
    // The other format recognises its requests by their headers; all other requests belong to this one.
    recognises: () => true,
    readCredential: (headers) => readCredential(headers, settings),
    missingCredential: () => missingCredential(settings),
    wrongCredential: (credential) => wrongCredential(credential, settings),
    readHead,
    parseRequest: (body) => toParsedRequest(validateRequest(body, settings)),
    checkSupport: (request, model) => checkSupport(request, model, settings),
    unknownModel,
    createToolCallId: (ids) => ids.create("call_", 24),
    createRequestId,
    requestIdHeaders,
    streamContentType: "text/event-stream; charset=utf-8",
    toResponse: (reply, context) => toResponse(reply, { ...context, settings }),
    toChoicesResponse: (reply, context) => toChoicesResponse(reply, { ...context, settings }),
    createStreamWriter: (context, choices) => createStreamWriter({ ...context, settings }, choices),
    rateHeaders: (rates, now) => toRateHeaders(rates, now),
    toErrorAnswer,
    toModelsList,
    toModel,
  };
}
