import type {
  Block,
  CacheControl,
  Conversation,
  OutputFormat,
  Reasoning,
  Turn,
} from "../../../conversation/conversation.js";
import { mergeWhere } from "../../../conversation/history/merge-turns.js";
import { BodyText } from "../../../json/changeable.js";
import type { JsonObject } from "../../../json/value.js";
import { endsStep, type Steps } from "../../../runtime/steps.js";
import type { MessageParam, MessagesRequest, ToolChoiceParam } from "../schemas/whole.js";
import { isKnownBeta } from "../wire/betas.js";
import { findRawInputs, type RawInputs } from "../wire/raw-inputs.js";
import { type ContentPlace, parseContent } from "./content.js";
import { parseToolChoice, parseTools } from "./tools.js";
import { toUnknownMembers } from "./unknown-members.js";

/** Where a body came from. */
export interface RequestSource {
  /** The text it was parsed from, for numbers that JavaScript cannot hold. */
  readonly bytes?: Uint8Array | undefined;
  /** The beta features that its headers enable. */
  readonly betas?: readonly string[] | undefined;
}

/**
 * A validated body in its neutral form. Consecutive messages of one role are one turn, as the wire
 * defines it; leading system messages become part of the instructions. Nothing is lost: blocks and
 * tools without a neutral form stay `native`, members stay in `extra` and `extensions`. The
 * extensions also name unknown beta features; known ones are handled through their fields.
 */
export function* parseConversation(
  body: MessagesRequest,
  { bytes, betas = [] }: RequestSource = {},
): Steps<Conversation> {
  const { model, max_tokens, messages, system, stream, ...options } = body;
  const { stop_sequences, tools, tool_choice, temperature, top_p, top_k, ...further } = options;
  const { thinking, output_config, output_format, metadata, ...others } = further;
  const { cache_control, service_tier, ...unnamed } = others;
  const inputs = bytes ? yield* findRawInputs(messages, new BodyText(bytes)) : none;
  yield;
  const unknownBetas = betas.filter((beta) => !isKnownBeta(beta));
  const turns: Turn[] = [];
  for (const [index, message] of messages.entries()) {
    turns.push(toTurn(message, { at: `/messages/${index}`, inputs }));
    if (endsStep(index)) yield;
  }
  const leading = turns.findIndex((turn) => turn.role !== "system" || turn.extra !== undefined);
  const instructions = leading === -1 ? turns.length : leading;
  return {
    model,
    system: [
      ...(system == null ? [] : parseContent(system, { at: "/system", inputs })),
      ...turns.slice(0, instructions).flatMap((turn) => turn.blocks),
    ],
    turns: mergeTurns(turns.slice(instructions)),
    tools: parseTools(tools ?? []),
    toolChoice: tool_choice ? parseToolChoice(tool_choice) : undefined,
    parallelToolCalls: toParallel(tool_choice),
    maxTokens: max_tokens,
    stopSequences: stop_sequences ?? [],
    temperature: temperature ?? undefined,
    topP: top_p ?? undefined,
    topK: top_k ?? undefined,
    seed: undefined,
    reasoning: toReasoning(body),
    output: toOutput(body),
    serviceTier: service_tier === "standard_only" ? "standard" : (service_tier ?? undefined),
    cache: (cache_control ?? undefined) as CacheControl | undefined,
    userId: toEndUser(body),
    extensions: {
      ...(unknownBetas.length > 0 && { betas: unknownBetas }),
      ...unnamed,
      ...toUnknownMembers(body),
    },
    places: output_config?.format ? places : { ...places, ...olderPlaces },
  };
}

/** For whom the caller acts, as it says. */
export function toEndUser({ metadata }: MessagesRequest): string | undefined {
  return typeof metadata?.user_id === "string" ? metadata.user_id : undefined;
}

const none: RawInputs = new Map();

/** The places in the body of the neutral fields that have another name there. */
const places = {
  turns: "/messages",
  toolChoice: "/tool_choice",
  parallelToolCalls: "/tool_choice/disable_parallel_tool_use",
  maxTokens: "/max_tokens",
  stopSequences: "/stop_sequences",
  topP: "/top_p",
  topK: "/top_k",
  "reasoning.mode": "/thinking/type",
  "reasoning.budgetTokens": "/thinking/budget_tokens",
  "reasoning.effort": "/output_config/effort",
  "reasoning.display": "/thinking/display",
  output: "/output_config/format",
  "output.schema": "/output_config/format/schema",
  userId: "/metadata/user_id",
  serviceTier: "/service_tier",
  cache: "/cache_control",
} as const;

/** Those of the output format under its older name. */
const olderPlaces = { output: "/output_format", "output.schema": "/output_format/schema" } as const;

function toTurn({ role, content, ...members }: MessageParam, { at, inputs }: ContentPlace): Turn {
  const parsed = content == null ? [] : parseContent(content, { at: `${at}/content`, inputs });
  const { blocks, extra } = moveCacheControl(parsed, members, at);
  return { role, at, blocks, ...(Object.keys(extra).length > 0 && { extra }) };
}

/** Moves the cache control of a whole message to its last block, unless that has one. */
function moveCacheControl(blocks: readonly Block[], extra: JsonObject, at: string) {
  const { cache_control, ...rest } = extra;
  const last = blocks.at(-1);
  if (cache_control == null || !last || last.type === "native" || last.cache) {
    return { blocks, extra };
  }
  const cache = cache_control as CacheControl;
  const marked = { ...last, cache, places: { ...last.places, cache: `${at}/cache_control` } };
  return { blocks: [...blocks.slice(0, -1), marked], extra: rest };
}

/**
 * Joins turns of one role. A message with extra members stays separate, so that they apply to it
 * alone.
 */
function mergeTurns(turns: readonly Turn[]): readonly Turn[] {
  return mergeWhere(
    turns,
    (first, turn) => first.role === turn.role && !first.extra && !turn.extra,
  );
}

function toParallel(choice: ToolChoiceParam | null | undefined): boolean | undefined {
  const disabled = choice?.disable_parallel_tool_use;
  return disabled == null ? undefined : !disabled;
}

function toReasoning({ thinking, output_config }: MessagesRequest): Reasoning | undefined {
  const effort = output_config?.effort ?? undefined;
  if (!thinking && effort === undefined) return undefined;
  return {
    mode: thinking?.type,
    budgetTokens: (thinking?.budget_tokens ?? undefined) as number | undefined,
    effort,
    display: thinking?.display ?? undefined,
  };
}

/**
 * `output_format` is the older name of `output_config.format`, which takes precedence if both are
 * present.
 */
function toOutput({ output_config, output_format }: MessagesRequest): OutputFormat | undefined {
  const format = output_config?.format ?? output_format;
  if (format?.type !== "json_schema") return undefined;
  return { type: "json_schema", schema: format.schema as JsonObject };
}
