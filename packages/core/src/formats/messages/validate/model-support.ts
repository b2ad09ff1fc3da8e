import { threadRule } from "../../../conversation/members/cost-members.js";
import { ServiceError } from "../../../errors/service-error.js";
import type { Capabilities, Model } from "../../../models/model.js";
import type { ParsedRequest } from "../../format.js";
import type { MessagesRequest } from "../schemas/whole.js";
import type { FormatSettings } from "../settings.js";
import { findMedia, findPrefill, findSystemTurn } from "./message-support.js";
import { badField, badRequest, textExtraInputs } from "./problem.js";
import { findUnknownContent } from "./unknown-content.js";

type SupportRule = (
  request: MessagesRequest,
  capabilities: Capabilities,
  model: Model,
  settings: FormatSettings,
) => ServiceError | undefined;

/** The checks against a model, in this order. A member that is null requests nothing. */
const rules: readonly SupportRule[] = [
  findThread,
  findExtension,
  findLimit,
  findStrictProblem,
  findSampling,
  findThinking,
  findEffort,
  findFormat,
  findStopSequences,
  findTools,
  findToolChoice,
  findUnknownContent,
  findSystemTurn,
  findMedia,
  findPrefill,
];

/**
 * Refuses what a model does not support, in the words of the real service where they are known.
 * @throws ServiceError `bad_request` naming the field
 */
export function checkSupport(parsed: ParsedRequest, model: Model, settings: FormatSettings): void {
  const request = parsed.body as unknown as MessagesRequest;
  for (const rule of rules) {
    const error = rule(request, model.capabilities, model, settings);
    if (error) throw error;
  }
  checkContextWindow(parsed, model);
}

/**
 * Applies only to models whose context window is known. Clients look for these words and shorten
 * their prompt.
 */
function checkContextWindow(parsed: ParsedRequest, model: Model): void {
  const window = model.capabilities.contextWindow;
  if (window === undefined) return;
  const tokens = model.countInputTokens(parsed.conversation());
  if (tokens > window) throw badRequest(`prompt is too long: ${tokens} tokens > ${window} maximum`);
}

/** Threads keep history on the server. These details make official clients go on without threads. */
function findThread({ thread }: MessagesRequest, { extensions }: Capabilities) {
  if (thread == null || (extensions !== true && extensions.includes("thread"))) return undefined;
  return new ServiceError({
    kind: "bad_request",
    message: `thread: ${threadRule.reason}`,
    param: "thread",
    details: threadRule.details,
  });
}

/** Members with a neutral field, and hints that the service may ignore. */
const homeFields: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "max_tokens",
  "system",
  "stream",
  "stop_sequences",
  "tools",
  "tool_choice",
  "thinking",
  "output_config",
  "output_format",
  "metadata",
  "temperature",
  "top_p",
  "top_k",
  "service_tier",
  "cache_control",
  "diagnostics",
  "thread",
]);

function findExtension(request: MessagesRequest, { extensions }: Capabilities) {
  if (extensions === true) return undefined;
  const name = Object.keys(request).find(
    (field) =>
      request[field] != null &&
      !homeFields.has(field) &&
      !extensions.includes(field) &&
      // Every model has the standard speed.
      !(field === "speed" && request.speed === "standard"),
  );
  return name === undefined ? undefined : badField([name], textExtraInputs);
}

function findLimit({ max_tokens }: MessagesRequest, capabilities: Capabilities, model: Model) {
  const cap = capabilities.maxOutputTokens;
  if (max_tokens === undefined || cap === undefined || max_tokens <= cap) return undefined;
  return badField(
    ["max_tokens"],
    `${max_tokens} > ${cap}, which is the maximum allowed number of output tokens for ${model.id}`,
  );
}

/** What the strict profile refuses for this model. */
function findStrictProblem(
  request: MessagesRequest,
  _capabilities: Capabilities,
  { id }: Model,
  settings: FormatSettings,
) {
  return settings.strict?.models?.findProblem(request, id);
}

/** The values that change nothing; models without sampling accept these. */
const samplingDefaults: readonly (readonly [
  field: "temperature" | "top_p" | "top_k",
  value: number | undefined,
])[] = [
  ["temperature", 1],
  ["top_p", 1],
  ["top_k", undefined],
];

function findSampling(request: MessagesRequest, { sampling }: Capabilities) {
  for (const [field, value] of samplingDefaults) {
    if (request[field] == null || request[field] === value || sampling.includes(field)) continue;
    return badRequest(`\`${field}\` is deprecated for this model.`, field);
  }
  return undefined;
}

/** A model that never thinks accepts `disabled`. */
function findThinking({ thinking: asked }: MessagesRequest, { thinking }: Capabilities) {
  if (!asked || thinking.includes(asked.type)) return undefined;
  if (asked.type === "disabled" && thinking.length === 0) return undefined;
  if (asked.type === "adaptive") {
    return badRequest("adaptive thinking is not supported on this model", "thinking.type");
  }
  // Models with `between_tools` get different advice.
  const isAlwaysOn = asked.type === "disabled" && !thinking.includes("between_tools");
  const advice =
    (asked.type === "enabled" || isAlwaysOn) && thinking.includes("adaptive")
      ? ' Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
      : "";
  return badRequest(
    `"thinking.type.${asked.type}" is not supported for this model.${advice}`,
    "thinking.type",
  );
}

function findEffort({ output_config }: MessagesRequest, { effort }: Capabilities) {
  const asked = output_config?.effort;
  if (asked == null || effort.includes(asked)) return undefined;
  return badRequest(
    effort.length === 0
      ? "This model does not support the effort parameter."
      : `This model does not support effort level '${asked}'. Supported levels: ${[...effort].sort().join(", ")}.`,
    "output_config.effort",
  );
}

function findFormat(request: MessagesRequest, { outputFormats }: Capabilities) {
  const own = request.output_config?.format;
  const format = own ?? request.output_format;
  if (!format || outputFormats.some((known) => known === format.type)) return undefined;
  return badField(
    own ? ["output_config", "format"] : ["output_format"],
    `output of type '${String(format.type)}' is not supported for this model.`,
  );
}

function findStopSequences({ stop_sequences }: MessagesRequest, { stopSequences }: Capabilities) {
  if (stopSequences || !stop_sequences?.length) return undefined;
  return badField(["stop_sequences"], "stop sequences are not supported for this model.");
}

function findTools(request: MessagesRequest, { tools }: Capabilities) {
  if (tools || !request.tools?.length) return undefined;
  return badField(["tools"], "tools are not supported for this model.");
}

/** Without tools, `auto` and `none` have no effect. */
function findToolChoice(request: MessagesRequest, { toolChoice }: Capabilities) {
  const type = request.tool_choice?.type;
  if (type === undefined || toolChoice.some((known) => known === type)) return undefined;
  if (!request.tools?.length && (type === "auto" || type === "none")) return undefined;
  const forced = type === "any" || type === "tool";
  const neither = !toolChoice.includes("any") && !toolChoice.includes("tool");
  return badField(
    ["tool_choice"],
    forced && neither
      ? 'type "tool" and "any" are not supported for this model.'
      : `type "${type}" is not supported for this model.`,
  );
}
