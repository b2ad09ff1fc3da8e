import {
  below,
  findIssue,
  type Issue,
  isSealed,
  type JsonObject,
  jsonTypeOf,
  refuse,
  refuseMissing,
  refuseWord,
  type Schema,
  type ServiceError,
  toParam,
} from "@diglot/core/formats";
import { type InputItem, itemSchemas, itemTypes, roles } from "../schemas/items.js";
import {
  assistantParts,
  reasoningParts,
  resultParts,
  summaryParts,
  userParts,
} from "../schemas/parts.js";
import type { FormatSettings } from "../settings.js";
import { openSeal } from "../wire/seal.js";
import { findPairingFault } from "./pairing.js";
import { toServiceError } from "./problem.js";
import { findFormatIssue } from "./text-format.js";
import { findToolsIssue } from "./tools.js";

type Parts = ReadonlyMap<string, Schema>;

const knownTypes: ReadonlySet<string> = new Set(itemTypes);
const contentForm = "one of a string or array of objects";

/** Finds the first fault of the input: of its form, of an item, or between items. */
export function findInputFault(
  { input, previous_response_id: previous }: JsonObject,
  settings: FormatSettings,
): ServiceError | undefined {
  if (typeof input === "string") {
    return input === "" && previous == null ? emptyInput() : undefined;
  }
  if (!Array.isArray(input)) {
    return toServiceError({ code: "invalid_type", expected: "array", input, path: ["input"] });
  }
  if (input.length === 0) return previous == null ? emptyInput() : undefined;
  return (
    findLimitFault(input, settings) ??
    findItemsFault(input, settings) ??
    (previous == null && !input.some(isReference) ? findPairingFault(input) : undefined)
  );
}

/** Finds a fault of all items together, once earlier ones are before those of the request. */
export function findListFault(
  items: readonly InputItem[],
  settings: FormatSettings,
): ServiceError | undefined {
  return (
    findLimitFault(items, settings) ??
    settings.strict?.requests?.findDuplicateFault(items) ??
    findPairingFault(items)
  );
}

/** Stands for an item that is looked up later. */
function isReference({ type }: InputItem): boolean {
  return type === "item_reference";
}

function emptyInput(): ServiceError {
  return refuse(
    `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.`,
    undefined,
    "missing_required_parameter",
  );
}

/** Counted before the items themselves are checked, so that a refusal costs little. */
function findLimitFault(
  items: readonly unknown[],
  { sizeLimits }: FormatSettings,
): ServiceError | undefined {
  const { messages: maximum, totalBlocks } = sizeLimits;
  if (items.length > maximum) {
    const path = ["input"];
    return toServiceError({ code: "too_big", origin: "array", maximum, input: items, path });
  }
  let total = 0;
  for (const item of items) {
    const { content, output } = (item ?? {}) as InputItem;
    if (Array.isArray(content)) total += content.length;
    if (Array.isArray(output)) total += output.length;
  }
  if (total <= totalBlocks) return undefined;
  return refuse(
    `Invalid 'input': too many parts. Expected at most ${totalBlocks} in all items together.`,
    "input",
  );
}

function findItemsFault(
  items: readonly unknown[],
  settings: FormatSettings,
): ServiceError | undefined {
  for (const [index, item] of items.entries()) {
    const fault =
      findItemFault(item, index, settings) ??
      findTriggerFault(item as InputItem, index, items.length - 1);
    if (fault) return fault;
  }
  return settings.strict?.requests?.findDuplicateFault(items as readonly InputItem[]);
}

function findItemFault(
  item: unknown,
  index: number,
  settings: FormatSettings,
): ServiceError | undefined {
  const at = `input[${index}]`;
  const toFault = (issue: Issue | undefined) =>
    issue && toServiceError(below(issue, "input", index));
  if (jsonTypeOf(item) !== "object") {
    return toFault({ code: "invalid_type", expected: "object", input: item });
  }
  const { type, role } = item as InputItem;
  const kind = type ?? "message";
  if (typeof kind !== "string" || !knownTypes.has(kind)) {
    return refuseWord(at, String(kind), itemTypes);
  }
  if (kind === "message" && !(roles as readonly unknown[]).includes(role)) {
    return refuseWord(at, String(role ?? ""), roles);
  }
  const schema = itemSchemas.get(kind);
  const fault =
    toFault(schema && findIssue(schema, item)) ??
    settings.strict?.requests?.findItemFault(item as InputItem, index);
  if (fault) return fault;
  return findContentFault(item as InputItem, kind, index, settings);
}

/** A compaction takes the place of the reply, so nothing can follow what asks for it. */
function findTriggerFault(
  { type }: InputItem,
  index: number,
  last: number,
): ServiceError | undefined {
  if (type !== "compaction_trigger" || index === last) return undefined;
  return refuse(
    "Invalid 'input': an item of type 'compaction_trigger' must be the last one.",
    `input[${index}]`,
  );
}

function findContentFault(
  item: InputItem,
  kind: string,
  index: number,
  settings: FormatSettings,
): ServiceError | undefined {
  const find = (name: "content" | "output" | "summary", parts: Parts) =>
    findPartsFault(item[name], parts, ["input", index, name], settings);
  switch (kind) {
    case "message":
      if (item.content == null) return refuseMissing(["input", index, "content"]);
      return find("content", item.role === "assistant" ? assistantParts : userParts);
    case "function_call_output":
    case "custom_tool_call_output":
      if (item.output == null) return refuseMissing(["input", index, "output"]);
      return find("output", resultParts);
    case "reasoning":
      return (
        find("summary", summaryParts) ??
        find("content", reasoningParts) ??
        findSealFault(item.encrypted_content)
      );
    case "configuration_update": {
      const issue = findFormatIssue(item.text);
      return issue && toServiceError(below(issue, "input", index, "text"));
    }
    case "compaction":
      return findSealFault(item.encrypted_content);
    case "additional_tools": {
      const issue = findToolsIssue(item.tools ?? [], settings);
      return issue && toServiceError(below(issue, "input", index, "tools"));
    }
    default:
      return undefined;
  }
}

/** A seal of this service that is no longer whole. Those of others are not for this service to judge. */
function findSealFault(encrypted: string | null | undefined): ServiceError | undefined {
  if (encrypted == null || !isSealed(encrypted) || openSeal(encrypted)) return undefined;
  const shown = `${encrypted.slice(0, 3)}...${encrypted.slice(-3)}`;
  return refuse(
    `The encrypted content ${shown} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
    undefined,
    "invalid_encrypted_content",
  );
}

/** A part of another type is refused at the part, with the types that may stand there. */
function findPartsFault(
  content: unknown,
  parts: Parts,
  path: readonly (string | number)[],
  { sizeLimits }: FormatSettings,
): ServiceError | undefined {
  if (typeof content === "string" || content == null) return undefined;
  if (!Array.isArray(content)) {
    return toServiceError({
      code: "invalid_type",
      expected: contentForm,
      input: content,
      path: [...path],
    });
  }
  const maximum = sizeLimits.blocks;
  if (content.length > maximum) {
    return toServiceError({
      code: "too_big",
      origin: "array",
      maximum,
      input: content,
      path: [...path],
    });
  }
  for (const [index, part] of content.entries()) {
    const fault = findPartFault(part, parts, [...path, index]);
    if (fault) return fault;
  }
  return undefined;
}

function findPartFault(
  part: unknown,
  parts: Parts,
  path: readonly (string | number)[],
): ServiceError | undefined {
  if (jsonTypeOf(part) !== "object") {
    return toServiceError({
      code: "invalid_type",
      expected: "object",
      input: part,
      path: [...path],
    });
  }
  const { type } = part as { readonly type?: unknown };
  if (type === undefined) return refuseMissing([...path, "type"]);
  const schema = typeof type === "string" ? parts.get(type) : undefined;
  if (!schema) return refuseWord(toParam(path), String(type), [...parts.keys()]);
  const issue = findIssue(schema, part);
  return issue && toServiceError(below(issue, ...path));
}
