import type { Model, ParsedRequest } from "@diglot/core";
import {
  adviseValues,
  type FieldPath,
  fromPointer,
  refuse,
  refuseParameter,
  refuseUnknown,
  refuseValue,
  type ServiceError,
} from "@diglot/core/formats";
import { nativeRules } from "../native/rules.js";
import { isSearch } from "../native/server-tools.js";
import type { InputItem } from "../schemas/items.js";
import type { Part } from "../schemas/parts.js";
import { knownFields, type ResponsesRequest } from "../schemas/request.js";
import type { FormatSettings } from "../settings.js";
import { summaryOf } from "../wire/compaction.js";
import { type Continued, continuedOf, placeOf, requestOf, toolsOf } from "../wire/request-of.js";
import type { ToolTable } from "../wire/tool-table.js";
import { toServiceError } from "./problem.js";

type Capabilities = Model["capabilities"];

/** Finds something that a request asks for and a model does not support. */
type SupportRule = (
  request: ResponsesRequest,
  capabilities: Capabilities,
  tools: ToolTable,
  continued: Continued | undefined,
) => ServiceError | undefined;

/** The checks, in the order in which the members' form is checked. */
const rules: readonly SupportRule[] = [
  findInputFault,
  findToolsFault,
  findToolChoiceFault,
  findOutputFault,
  findSamplingFault,
  findLimitFault,
  findEffortFault,
  findLogprobsFault,
  findExtensionFault,
];

/**
 * Refuses what the model does not support, member by member. Hints (`user`, `metadata`, …) pass.
 * @throws ServiceError `bad_request`
 */
export function checkSupport(
  parsed: ParsedRequest,
  model: Model,
  { strict }: Pick<FormatSettings, "strict">,
): void {
  const request = requestOf(parsed);
  const refused = strict?.models?.findFault(request, model);
  if (refused) throw refused;
  for (const rule of rules) {
    const fault = rule(request, model.capabilities, toolsOf(parsed), continuedOf(parsed));
    if (fault) throw fault;
  }
  const exceeded = findContextFault(parsed, model);
  if (exceeded) throw exceeded;
}

/** The capability that a part needs, by its type. */
const partNeeds: ReadonlyMap<string, "images" | "documents" | "audio"> = new Map([
  ["input_image", "images"],
  ["input_file", "documents"],
  ["input_audio", "audio"],
] as const);

/** Items that are read, so that there is nothing in them that a model may not know. */
const readItems: ReadonlySet<string> = new Set([
  "message",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "reasoning",
  "additional_tools",
  "configuration_update",
  "compaction_trigger",
]);

/** Whether an item may be passed over: it is read, or only a record of an earlier turn. */
function isHarmless(item: InputItem, type: string): boolean {
  if (summaryOf(item) !== undefined) return true;
  return readItems.has(type) || nativeRules.block(item).rule.outcome !== "refused";
}

function findInputFault(
  { input }: ResponsesRequest,
  capabilities: Capabilities,
  _tools: ToolTable,
  continued: Continued | undefined,
): ServiceError | undefined {
  if (typeof input === "string") return undefined;
  let hasBegun = false;
  for (const [index, item] of input.entries()) {
    const at = fromPointer(placeOf(index, continued));
    const isInstruction = item.role === "system" || item.role === "developer";
    if (isInstruction && hasBegun && !capabilities.systemTurns) {
      const advice = " Instructions must come before all other items.";
      return refuseValue([...at, "role"], item.role, advice);
    }
    hasBegun ||= !isInstruction && item.type !== "additional_tools";
    const fault = findItemFault(item, at, capabilities);
    if (fault) return fault;
  }
  return findPrefillFault(input, capabilities, continued);
}

function findItemFault(
  item: InputItem,
  at: FieldPath,
  capabilities: Capabilities,
): ServiceError | undefined {
  const type = item.type ?? "message";
  const { unknownContent } = capabilities;
  if (!isHarmless(item, type) && unknownContent !== true && !unknownContent.includes(type)) {
    return refuseValue([...at, "type"], type);
  }
  for (const name of ["content", "output"] as const) {
    const parts = item[name];
    if (!Array.isArray(parts)) continue;
    for (const [position, part] of (parts as readonly Part[]).entries()) {
      const need = partNeeds.get(part.type);
      if (need && !capabilities[need]) {
        return refuseValue([...at, name, position, "type"], part.type);
      }
    }
  }
  return undefined;
}

function findPrefillFault(
  input: readonly InputItem[],
  { prefill }: Capabilities,
  continued: Continued | undefined,
): ServiceError | undefined {
  const last = input.length - 1;
  if (prefill || input[last]?.role !== "assistant") return undefined;
  const advice = " The last message must not have the role 'assistant'.";
  return refuseValue([...fromPointer(placeOf(last, continued)), "role"], "assistant", advice);
}

/** A search of the vendor is left to the model: it sees the tool, and may do as it likes. */
function findToolsFault(
  _request: ResponsesRequest,
  { tools: taken, unknownContent }: Capabilities,
  { callable, hosted }: ToolTable,
): ServiceError | undefined {
  if (!taken && callable.length > 0) return refuseParameter("tools");
  const refused = hosted.find(
    ({ tool: { type } }) =>
      !isSearch(type) && unknownContent !== true && !unknownContent.includes(type),
  );
  return refused && refuseValue([...fromPointer(refused.at), "type"], refused.tool.type);
}

/** The neutral kinds of tool choice and their names on the wire. */
const choiceKinds = { auto: "auto", none: "none", any: "required", tool: "function" } as const;

function findToolChoiceFault(
  request: ResponsesRequest,
  capabilities: Capabilities,
): ServiceError | undefined {
  const kind = toChoiceKind(request.tool_choice);
  if (kind === undefined || kind === "auto" || (kind === "none" && !request.tools?.length)) {
    return undefined;
  }
  if (!capabilities.tools) return refuseParameter("tool_choice");
  if (capabilities.toolChoice.includes(kind)) return undefined;
  const choice = request.tool_choice;
  const shown = typeof choice === "object" ? choice?.type : choice;
  return refuseValue(
    ["tool_choice"],
    shown,
    adviseValues(capabilities.toolChoice.map((name) => choiceKinds[name])),
  );
}

function toChoiceKind(
  choice: ResponsesRequest["tool_choice"],
): keyof typeof choiceKinds | undefined {
  if (choice === "required") return "any";
  if (typeof choice === "string") return choice;
  if (choice?.type === "allowed_tools") return choice.mode === "required" ? "any" : "auto";
  return choice?.type === "function" || choice?.type === "custom" ? "tool" : undefined;
}

function findOutputFault(
  { text }: ResponsesRequest,
  { outputFormats }: Capabilities,
): ServiceError | undefined {
  const type = text?.format?.type ?? "text";
  if (type === "text") return undefined;
  if (outputFormats.includes(type === "json_object" ? "json" : type)) return undefined;
  const names = outputFormats.map((name) => (name === "json" ? "json_object" : name));
  return refuseValue(["text", "format", "type"], type, adviseValues(["text", ...names]));
}

/** The value of each sampling parameter that changes nothing. */
const idle = { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 } as const;

function findSamplingFault(
  request: ResponsesRequest,
  { sampling }: Capabilities,
): ServiceError | undefined {
  const names = Object.keys(idle) as (keyof typeof idle)[];
  const name = names.find(
    (member) => (request[member] ?? idle[member]) !== idle[member] && !sampling.includes(member),
  );
  return name && refuseParameter(name);
}

function findLimitFault(
  { max_output_tokens: input }: ResponsesRequest,
  { maxOutputTokens: maximum }: Capabilities,
): ServiceError | undefined {
  if (input == null || maximum === undefined || input <= maximum) return undefined;
  const path = ["max_output_tokens"];
  return toServiceError({ code: "too_big", origin: "number", maximum, input, path });
}

function findEffortFault(
  { reasoning }: ResponsesRequest,
  { effort }: Capabilities,
): ServiceError | undefined {
  const level = reasoning?.effort;
  if (!level || effort.includes(level)) return undefined;
  if (effort.length === 0) return refuseParameter("reasoning.effort");
  return refuseValue(["reasoning", "effort"], level, adviseValues(effort));
}

function findLogprobsFault(
  { include, top_logprobs: count }: ResponsesRequest,
  { logprobs }: Capabilities,
): ServiceError | undefined {
  if (logprobs) return undefined;
  if ((count ?? 0) > 0) return refuseParameter("top_logprobs");
  return include?.includes("message.output_text.logprobs") ? refuseParameter("include") : undefined;
}

/** Checks members that the format does not know against the names that the model accepts. */
function findExtensionFault(
  request: ResponsesRequest,
  { extensions }: Capabilities,
): ServiceError | undefined {
  if (extensions === true) return undefined;
  const name = Object.keys(request).find(
    (key) => !knownFields.has(key) && request[key] != null && !extensions.includes(key),
  );
  return name === undefined ? undefined : refuseUnknown(name);
}

/** Applies only to models whose context window is known. */
function findContextFault(request: ParsedRequest, model: Model): ServiceError | undefined {
  const window = model.capabilities.contextWindow;
  if (window === undefined) return undefined;
  const tokens = model.countInputTokens(request.conversation());
  if (tokens <= window) return undefined;
  return refuse(
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "input",
    "context_length_exceeded",
  );
}
