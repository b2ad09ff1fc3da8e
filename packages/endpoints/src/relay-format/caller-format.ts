import {
  chatCompletionsFormat,
  checks,
  type Format,
  type FormatDefinition,
  type FormatSetup,
  type NativeRules,
  type ParsedRequest,
  type Rule,
} from "@diglot/core";
import { toErrorAnswer } from "@diglot/core/formats";
import { createFormReader } from "../multipart/body-reader.js";
import { withoutVersion } from "./base-path.js";
import type { RelayFormatOptions } from "./options.js";
import { parseRequest } from "./parse-request.js";
import { refuseModel } from "./refusals.js";

const notTranslated: Rule = {
  outcome: "refused",
  reason: "Requests to this endpoint hold no conversation, so they are not translated.",
};

/** Nothing of these formats ever becomes a part of a conversation. */
const native: NativeRules = {
  member: () => notTranslated,
  block: () => ({ rule: notTranslated }),
  tool: () => notTranslated,
  toolChoice: () => notTranslated,
};

/** How callers use an endpoint. Keys, errors, rates and models are those of Chat Completions. */
export function createCallerFormat(options: RelayFormatOptions): FormatDefinition {
  return {
    name: options.name,
    // Names of other options have no slash, so this one is never the name of another.
    option: options.path,
    validOptions: checks.members({}),
    create: (setup) => create(options, setup),
  };
}

function create(options: RelayFormatOptions, { sizeLimits }: FormatSetup): Format {
  const { name, path, body = "json" } = options;
  const { toChoicesResponse: _, ...common } = chatCompletionsFormat.create({ sizeLimits });
  const refuseReply = ({ request }: { readonly request: ParsedRequest }): never => {
    throw refuseModel(request.model, path);
  };
  return {
    ...common,
    name,
    native,
    path,
    clientPaths: [withoutVersion(path)],
    minimalRequest: { model: "unknown" },
    recognises: (asked) => asked === path,
    ...(body !== "json" && { bodyReader: createFormReader(body) }),
    parseRequest: (value) => parseRequest(value, options),
    checkSupport: (request) => refuseReply({ request }),
    toResponse: (_reply, context) => refuseReply(context),
    createStreamWriter: (context) => ({
      ...common.createStreamWriter(context),
      write: () => refuseReply(context),
    }),
    toErrorAnswer,
  };
}
