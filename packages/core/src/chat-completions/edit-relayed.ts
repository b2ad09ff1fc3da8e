import type { UpstreamCapabilities } from "../conversation/capabilities.js";
import type { JsonObject } from "../conversation/conversation.js";
import { applyEdits, type Edit, membersOf, spanAt } from "../json/spans.js";
import type { RelayEdits, RelayedBody } from "../upstream-format.js";
import { isObject, toObject } from "./wire-value.js";

/**
 * A caller's body for an upstream of this format: the model gets its name there, and a stream is
 * asked for its usage, which the caller is not shown unless it asked too. All other bytes stay,
 * unless a name is repeated: then readers could disagree, and the body is written anew.
 */
export function editRelayed(
  bytes: Uint8Array,
  body: JsonObject,
  { model, capabilities }: RelayEdits,
): RelayedBody {
  const addedUsage = lacksUsage(body, capabilities);
  if (hasRepeatedNames(bytes)) {
    const streamOptions = { ...toObject(body.stream_options), include_usage: true };
    const changed = { ...body, model, ...(addedUsage && { stream_options: streamOptions }) };
    return { bytes: new TextEncoder().encode(JSON.stringify(changed)), addedUsage };
  }
  const edits = [
    ...editModel(bytes, body, model),
    ...(addedUsage ? editStreamOptions(bytes, body) : []),
  ];
  return { bytes: applyEdits(bytes, edits), addedUsage };
}

function hasRepeatedNames(bytes: Uint8Array): boolean {
  const names = membersOf(bytes).map(({ name }) => name);
  return new Set(names).size < names.length;
}

/** Whether a stream would tell no usage, though its server could be asked for it. */
function lacksUsage(body: JsonObject, { streamUsage }: UpstreamCapabilities): boolean {
  if (body.stream !== true || streamUsage === "always" || streamUsage === "never") return false;
  return toObject(body.stream_options).include_usage !== true;
}

function editModel(bytes: Uint8Array, body: JsonObject, model: string): readonly Edit[] {
  const span = body.model === model ? undefined : spanAt(bytes, ["model"]);
  return span ? [{ ...span, text: JSON.stringify(model) }] : [];
}

/** Sets the flag where it stands, or adds it to the options, or adds the options to the body. */
function editStreamOptions(bytes: Uint8Array, body: JsonObject): readonly Edit[] {
  const flag = spanAt(bytes, ["stream_options", "include_usage"]);
  if (flag) return [{ ...flag, text: "true" }];
  const options = spanAt(bytes, ["stream_options"]);
  if (!options) return insertLast(bytes, 0, '"stream_options":{"include_usage":true}');
  if (!isObject(body.stream_options)) return [{ ...options, text: '{"include_usage":true}' }];
  const isEmpty = membersOf(bytes, options.start).length === 0;
  if (isEmpty) return [{ ...options, text: '{"include_usage":true}' }];
  return insertLast(bytes, options.start, '"include_usage":true');
}

/** Adds a member at the end of an object that has members. */
function insertLast(bytes: Uint8Array, offset: number, member: string): readonly Edit[] {
  const last = membersOf(bytes, offset).at(-1);
  return last ? [{ start: last.entry.end, end: last.entry.end, text: `,${member}` }] : [];
}
