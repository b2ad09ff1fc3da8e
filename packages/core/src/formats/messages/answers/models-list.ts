import type { ServiceError } from "../../../errors/service-error.js";
import type { JsonObject } from "../../../json/value.js";
import type { Capabilities, Model } from "../../../models/model.js";
import type { ModelObject, ModelsList } from "../schemas/models.js";
import { badField } from "../validate/problem.js";

const defaultLimit = 20;
const largestLimit = 1000;

/**
 * One page of the models, in the order of the service: `limit` (1 to 1,000, 20 if not given),
 * `after_id` and `before_id` are cursors, `lifecycle[]` filters; every model is active.
 * @throws ServiceError `bad_request` for a limit out of range, or an id that names no model
 */
export function toModelsList(models: readonly Model[], parameters: URLSearchParams): ModelsList {
  const limit = readLimit(parameters.get("limit"));
  const listed = isActiveAsked(parameters) ? models : [];
  const { page, hasMore } = cutPage(listed, limit, parameters);
  return {
    data: page.map(toModel),
    has_more: hasMore,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  };
}

/** One model as the wire describes it. */
export function toModel(model: Model): ModelObject {
  return {
    type: "model",
    id: model.id,
    display_name: model.displayName,
    created_at: new Date(model.created * 1000).toISOString().replace(".000Z", "Z"),
    max_input_tokens: model.capabilities.contextWindow ?? null,
    max_tokens: model.capabilities.maxOutputTokens ?? null,
    capabilities: toCapabilities(model.capabilities),
    lifecycle: "active",
    deprecated_at: null,
    retires_at: null,
    line: null,
  };
}

function readLimit(text: string | null): number {
  if (text === null) return defaultLimit;
  const limit = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(limit)) throw badField(["limit"], "Input should be a valid integer");
  if (limit < 1) throw badField(["limit"], "Input should be greater than or equal to 1");
  if (limit > largestLimit) {
    throw badField(["limit"], `Input should be less than or equal to ${largestLimit}`);
  }
  return limit;
}

function isActiveAsked(parameters: URLSearchParams): boolean {
  const asked = [...parameters.getAll("lifecycle[]"), ...parameters.getAll("lifecycle")];
  return asked.length === 0 || asked.includes("active");
}

function cutPage(models: readonly Model[], limit: number, parameters: URLSearchParams) {
  const after = parameters.get("after_id");
  const before = parameters.get("before_id");
  if (after !== null && before !== null) {
    throw badField(["before_id"], "cannot be combined with `after_id`");
  }
  if (before !== null) {
    const end = findIndex(models, before, "before_id");
    const start = Math.max(0, end - limit);
    return { page: models.slice(start, end), hasMore: start > 0 };
  }
  const start = after === null ? 0 : findIndex(models, after, "after_id") + 1;
  return { page: models.slice(start, start + limit), hasMore: start + limit < models.length };
}

function findIndex(models: readonly Model[], id: string, parameter: string): number {
  const index = models.findIndex((model) => model.id === id);
  if (index === -1) throw unknownCursor(parameter);
  return index;
}

function unknownCursor(parameter: string): ServiceError {
  return badField([parameter], "no model has this id");
}

const effortLevels = ["low", "medium", "high", "xhigh", "max"] as const;
const thinkingTypes = ["adaptive", "enabled", "disabled", "between_tools"] as const;

function toCapabilities(capabilities: Capabilities): JsonObject {
  return {
    batch: { supported: false },
    citations: { supported: false },
    code_execution: { supported: false },
    context_management: {
      supported: false,
      clear_thinking_20251015: null,
      clear_tool_uses_20250919: null,
      compact_20260112: null,
    },
    effort: {
      supported: capabilities.effort.length > 0,
      ...toSupport(effortLevels, capabilities.effort),
    },
    image_input: { supported: capabilities.images },
    pdf_input: { supported: capabilities.documents },
    server_tools: {
      supported: false,
      code_execution: { supported: false },
      web_search: { supported: false },
    },
    structured_outputs: { supported: capabilities.outputFormats.includes("json_schema") },
    thinking: {
      supported: capabilities.thinking.length > 0,
      types: toSupport(thinkingTypes, capabilities.thinking),
    },
  };
}

function toSupport(names: readonly string[], supported: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { supported: supported.includes(name) }]));
}
