import type { JsonObject } from "../../../conversation/conversation.js";
import {
  applyEdits,
  type Edit,
  type Member,
  membersOf,
  removeRepeated,
} from "../../../json/spans.js";
import { isObject, toObject } from "../../../json/value.js";
import type { RelayEdits, RelayedBody } from "../../upstream-format.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";

/**
 * A caller's body for an upstream of this format. The model gets the upstream's name. A stream is asked
 * for its usage, which the caller sees only if it asked too. A request without a token limit gets the
 * reserved one, if there is one. Of members with the same name only the last stays, so that all readers
 * agree. All other bytes stay unchanged.
 */
export function editRelayedRequest(
  bytes: Uint8Array,
  body: JsonObject,
  { model, capabilities, maxTokens }: RelayEdits<ChatCompletionsUpstreamCapabilities>,
): RelayedBody {
  const addedUsage = lacksUsage(body, capabilities);
  const members = membersOf(bytes);
  const edits = [
    ...removeRepeated(members),
    ...editModel(members, body, model),
    ...(addedUsage ? editStreamOptions(bytes, members, body) : []),
    ...editLimit(members, body, capabilities, maxTokens),
  ];
  return { bytes: applyEdits(bytes, edits), addedUsage };
}

/** Whether a stream would report no usage although the server can be asked for it. */
function lacksUsage(
  body: JsonObject,
  { streamUsage }: ChatCompletionsUpstreamCapabilities,
): boolean {
  if (body.stream !== true || streamUsage === "always" || streamUsage === "never") return false;
  return toObject(body.stream_options).include_usage !== true;
}

function editModel(members: readonly Member[], body: JsonObject, model: string): readonly Edit[] {
  if (body.model === model) return [];
  const member = members.findLast(({ name }) => name === "model");
  return member ? [{ ...member.value, text: JSON.stringify(model) }] : [];
}

/** Sets the token limit if the caller's body has no limit or a null. */
function editLimit(
  members: readonly Member[],
  body: JsonObject,
  { maxTokensField }: ChatCompletionsUpstreamCapabilities,
  maxTokens: number | undefined,
): readonly Edit[] {
  if (maxTokens === undefined) return [];
  if ((body.max_completion_tokens ?? body.max_tokens ?? undefined) !== undefined) return [];
  const member = members.findLast(({ name }) => name === maxTokensField);
  if (member) return [{ ...member.value, text: String(maxTokens) }];
  return insertLast(members, `"${maxTokensField}":${maxTokens}`);
}

/** Sets the flag if it is there, or adds it to the options, or adds the options to the body. */
function editStreamOptions(
  bytes: Uint8Array,
  members: readonly Member[],
  body: JsonObject,
): readonly Edit[] {
  const options = members.findLast(({ name }) => name === "stream_options")?.value;
  if (!options) return insertLast(members, '"stream_options":{"include_usage":true}');
  const inner = isObject(body.stream_options) ? membersOf(bytes, options.start) : [];
  const flag = inner.findLast(({ name }) => name === "include_usage");
  if (flag) return [{ ...flag.value, text: "true" }];
  if (inner.length === 0) return [{ ...options, text: '{"include_usage":true}' }];
  return insertLast(inner, '"include_usage":true');
}

/** Adds a member at the end of an object that has members. */
function insertLast(members: readonly Member[], member: string): readonly Edit[] {
  const last = members.at(-1);
  return last ? [{ start: last.entry.end, end: last.entry.end, text: `,${member}` }] : [];
}
