import * as z from "zod/mini";
import type { ServiceError } from "../../../errors/service-error.js";
import type { JsonObject } from "../../../json/value.js";
import { findIssue } from "../../../validation/first-issue.js";
import { below, type Schema } from "../../../validation/issue.js";
import { type ChatCompletionRequest, knownFields } from "../schemas/request.js";
import { listValues, quote, refuse, refuseUnknown, toServiceError } from "../validate/problem.js";
import { findAbsentContentFault, findImageUrlFault } from "./content.js";
import { findMessageFault, findSequenceFault, namePattern } from "./messages.js";
import { findFunctionSchemaFault, findOutputSchemaFault } from "./schemas.js";

const toolName = z
  .string()
  .check(z.maxLength(64, { abort: true }), z.regex(namePattern, { abort: true }));
const named = z.object({ name: toolName });
const toolFormat = z.object({
  type: z.enum(["text", "grammar"]),
  grammar: z.optional(z.object({ definition: z.string(), syntax: z.enum(["lark", "regex"]) })),
});
const tool = z.object({
  type: z.enum(["function", "custom"]),
  function: z.optional(named),
  custom: z.optional(z.extend(named, { format: z.nullish(toolFormat) })),
});
const choice = z.object({ type: z.enum(["function", "allowed_tools", "custom"]) });
const stopTexts = z.array(z.string()).check(z.maxLength(4));
const metadataValues = z.catchall(z.object({}), z.string().check(z.maxLength(512)));
const tiers = ["auto", "default", "flex", "scale", "priority", "fast"];
const mostTools = 128;
const mostPairs = 16;
const longestKey = 64;

/** Tools are checked before their number. zod looks at a maximal length first. */
function fewTools(item: z.core.$ZodType) {
  return z.array(item).check(z.minLength(1), ({ value: input, issues }) => {
    if (input.length <= mostTools) return;
    issues.push({ code: "too_big", origin: "array", maximum: mostTools, input });
  });
}

/** Narrower forms of members; the open profile accepts them in any form. */
const narrowSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["functions", fewTools(named)],
  ["tools", fewTools(tool)],
  ["prompt_cache_options", z.object({ mode: z.nullish(z.enum(["implicit", "explicit"])) })],
  ["prompt_cache_retention", z.enum(["in_memory", "24h"])],
  ["safety_identifier", z.string().check(z.maxLength(128))],
  [
    "response_format",
    z.object({
      type: z.enum(["text", "json_object", "json_schema"]),
      json_schema: z.optional(named),
    }),
  ],
  ["reasoning_effort", z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"])],
  ["verbosity", z.enum(["low", "medium", "high"])],
  ["modalities", z.array(z.enum(["text", "audio"]))],
]);

type StrictRule = (request: ChatCompletionRequest) => ServiceError | undefined;

/**
 * What the vendor refuses because of something else in the request. Each rule runs only if its
 * member is there.
 */
const rules: ReadonlyMap<string, StrictRule> = new Map<string, StrictRule>([
  [
    "messages",
    (request) =>
      findAbsentContentFault(request) ?? findSequenceFault(request) ?? findImageUrlFault(request),
  ],
  ["tools", findFunctionSchemaFault],
  [
    "tool_choice",
    (request) =>
      findChoiceTypeFault(request) ??
      findNoToolsFault("tool_choice", request) ??
      findUnknownToolFault(request),
  ],
  ["parallel_tool_calls", (request) => findNoToolsFault("parallel_tool_calls", request)],
  [
    "top_logprobs",
    ({ logprobs }) =>
      logprobs === true
        ? undefined
        : refuse(
            "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.",
            "top_logprobs",
          ),
  ],
  ["response_format", (request) => findOutputSchemaFault(request) ?? findNoJsonFault(request)],
  ["service_tier", ({ service_tier: tier }) => findTierFault(tier ?? "auto")],
  ["max_tokens", findTwoLimitsFault],
  ["stop", ({ stop }) => findStopFault(stop)],
  [
    "stream_options",
    ({ stream }) =>
      stream === true
        ? undefined
        : refuse(
            "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
            "stream_options",
          ),
  ],
  ["metadata", (request) => findMetadataFault(request.metadata ?? {}) ?? findNoStoreFault(request)],
]);

/** The first member of the body that the format does not know. */
function findUnknownField(request: Readonly<Record<string, unknown>>): ServiceError | undefined {
  const name = Object.keys(request).find((key) => !knownFields.has(key));
  return name === undefined ? undefined : refuseUnknown(name);
}

/** What the vendor refuses in a member and the open profile accepts. */
function findFault(name: string, request: ChatCompletionRequest): ServiceError | undefined {
  const schema = narrowSchemas.get(name);
  const issue = schema && findIssue(schema, request[name]);
  return issue ? toServiceError(below(issue, name)) : rules.get(name)?.(request);
}

function findChoiceTypeFault({ tool_choice: chosen }: ChatCompletionRequest) {
  const issue = typeof chosen === "object" && findIssue(choice, chosen);
  return issue ? toServiceError(below(issue, "tool_choice")) : undefined;
}

function findNoToolsFault(
  name: string,
  { tools }: ChatCompletionRequest,
): ServiceError | undefined {
  if (tools && tools.length > 0) return undefined;
  return refuse(
    `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`,
    name,
  );
}

function findUnknownToolFault({
  tools,
  tool_choice,
}: ChatCompletionRequest): ServiceError | undefined {
  if (!tool_choice || typeof tool_choice === "string") return undefined;
  const name = tool_choice.function?.name ?? tool_choice.custom?.name;
  const known = tools?.some((tool) => (tool.function ?? tool.custom)?.name === name);
  if (name === undefined || known) return undefined;
  return refuse(`Tool choice ${quote(name)} not found in 'tools' parameter.`, "tool_choice");
}

function findNoJsonFault({
  response_format: format,
  messages,
}: ChatCompletionRequest): ServiceError | undefined {
  if (format?.type !== "json_object" || mentionsJson(messages)) return undefined;
  return refuse(
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    "messages",
  );
}

function findTierFault(tier: string): ServiceError | undefined {
  if (tiers.includes(tier)) return undefined;
  return refuse(
    `Invalid service_tier argument: ${quote(tier)}. Supported values are: ${listValues(tiers)}.`,
    "service_tier",
  );
}

function mentionsJson(messages: ChatCompletionRequest["messages"]): boolean {
  return messages.some(({ content }) => {
    if (typeof content === "string") return /json/i.test(content);
    return Array.isArray(content) && content.some((part) => /json/i.test(part?.text ?? ""));
  });
}

function findStopFault(stop: ChatCompletionRequest["stop"]): ServiceError | undefined {
  if (!Array.isArray(stop)) return undefined;
  const issue = findIssue(stopTexts, stop);
  return issue && toServiceError(below(issue, "stop"));
}

function findMetadataFault(metadata: Readonly<Record<string, unknown>>): ServiceError | undefined {
  const keys = Object.keys(metadata);
  if (keys.length > mostPairs) {
    return refuse(
      `Invalid 'metadata': too many properties. Expected an object with at most ${mostPairs} properties, but got an object with ${keys.length} properties instead.`,
      "metadata",
      "object_above_max_properties",
    );
  }
  const long = keys.find((key) => key.length > longestKey);
  if (long !== undefined) {
    return refuse(
      `Invalid 'metadata': property name too long. Expected a property name with maximum length ${longestKey}, but got a property name with length ${long.length} instead.`,
      "metadata",
      "property_name_above_max_length",
    );
  }
  const issue = findIssue(metadataValues, metadata);
  return issue && toServiceError(below(issue, "metadata"));
}

function findNoStoreFault({ metadata, store }: ChatCompletionRequest): ServiceError | undefined {
  if (store === true || Object.keys(metadata ?? {}).length === 0) return undefined;
  return refuse("The 'metadata' parameter is only allowed when 'store' is enabled.", "metadata");
}

function findTwoLimitsFault(request: ChatCompletionRequest): ServiceError | undefined {
  const { max_completion_tokens: newer } = request;
  if (newer === undefined || newer === null) return undefined;
  return refuse(
    "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
    "max_tokens",
    "invalid_parameter_combination",
  );
}

/**
 * Rules about requests, for any model; each runs at its place in the vendor's order. The types of the
 * wire are not part of the public types, which would need zod otherwise.
 */
export interface RequestRules {
  findUnknownField(request: JsonObject): ServiceError | undefined;
  findMessageFault(message: JsonObject, index: number): ServiceError | undefined;
  findFault(name: string, request: JsonObject): ServiceError | undefined;
}

/** What the vendor refuses whatever the model. */
export const requestRules: RequestRules = { findUnknownField, findMessageFault, findFault };
