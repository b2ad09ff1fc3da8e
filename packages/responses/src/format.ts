import {
  chatCompletionsFormat,
  checks,
  type Format,
  type FormatDefinition,
  type FormatSetup,
} from "@diglot/core";
import { toErrorAnswer } from "./answers/errors.js";
import { createCompactFormat } from "./compact.js";
import { nativeRules } from "./native/rules.js";
import { toParsedRequest } from "./read-request/body.js";
import { continuity } from "./read-request/continuity.js";
import { type ResponsesOptions, toSettings, validOptions } from "./settings.js";
import { ResponsesConnection } from "./socket/connection.js";
import { createEndpoints } from "./state/endpoints.js";
import { keepAnswer } from "./state/keep.js";
import { resolveRequest } from "./state/resolve.js";
import type { ResponsesStrictRules } from "./strict/profile.js";
import { validateRequest } from "./validate/body.js";
import { checkSupport } from "./validate/support.js";
import { formatName } from "./wire/names.js";
import { toResponse } from "./write-reply/response.js";
import { createStreamWriter } from "./write-reply/stream.js";

const path = "/v1/responses";

/**
 * The Responses wire format, for the option `formats` of `createService`. Put it before Chat Completions,
 * which accepts every request to a path that formats share.
 *
 * @example
 * createService({ models, formats: [responses(), messagesFormat, chatCompletionsFormat], … });
 * @throws TypeError for invalid options
 */
export function responses(
  options: Partial<ResponsesOptions> = {},
): FormatDefinition<typeof formatName, typeof formatName, unknown, ResponsesStrictRules> {
  checks.checkOptions("responses", options, validOptions);
  return {
    name: formatName,
    option: formatName,
    validOptions: checks.members({}),
    create: (setup) => create(options, setup),
  };
}

function create(
  options: Partial<ResponsesOptions>,
  setup: FormatSetup<unknown, ResponsesStrictRules>,
): Format {
  const settings = toSettings(options, setup);
  // The vendor's two formats have the same keys, request ids, rates and models.
  const { sizeLimits, strict } = setup;
  const common = chatCompletionsFormat.create({ sizeLimits, strict: strict?.chatCompletions });
  const format: Format = {
    name: formatName,
    native: nativeRules,
    continuity,
    path,
    clientPaths: ["/responses"],
    requiredHeaders: [],
    minimalRequest: { model: "unknown", input: "-", stream: true },
    recognises: (asked) => asked === path || asked.startsWith(`${path}/`),
    readCredential: common.readCredential,
    missingCredential: common.missingCredential,
    wrongCredential: common.wrongCredential,
    readHead: common.readHead,
    connect: (context) => new ResponsesConnection(context, settings),
    endpoints: createEndpoints(path, settings),
    resolve: (parsed, context) => resolveRequest(parsed, context, settings),
    keepAnswer: (answer, context) => keepAnswer(answer, context, settings),
    countTokensPath: `${path}/input_tokens`,
    parseCountTokens: (body) => toParsedRequest(validateRequest(body, settings)),
    toTokenCount: (inputTokens) => ({
      object: "response.input_tokens",
      input_tokens: inputTokens,
    }),
    parseRequest: (body) => toParsedRequest(validateRequest(body, settings)),
    checkSupport: (request, model) => checkSupport(request, model, settings),
    unknownModel: common.unknownModel,
    createToolCallId: common.createToolCallId,
    createRequestId: common.createRequestId,
    requestIdHeaders: common.requestIdHeaders,
    streamContentType: common.streamContentType,
    toResponse: (reply, context) => toResponse(reply, { ...context, settings }),
    createStreamWriter: (context) => createStreamWriter({ ...context, settings }),
    rateHeaders: common.rateHeaders,
    toErrorAnswer,
    toModelsList: common.toModelsList,
    toModel: common.toModel,
  };
  return { ...format, companions: [createCompactFormat(format, settings)] };
}
