import type { ModelPlaces } from "../../formats/upstream-format.js";
import { applyEdits, joinBytes, type Span, valuesAt } from "../../json/spans.js";
import { toObject } from "../../json/value.js";
import type { JsonReply } from "../send/read-body.js";
import type { Upstream } from "../upstream.js";

/** What is read of an upstream. */
type Named = Pick<Upstream, "format" | "settings">;

/** A JSON reply with the public name of its model. No other byte differs. */
export function renameReply({ format, settings }: Named, reply: JsonReply): Uint8Array {
  const { bytes, value, repeatsNames } = reply;
  const path = format.modelPlaces.reply;
  if (settings.revealModel || (!repeatsNames && valueAt(value, path) === settings.id)) return bytes;
  return replace(bytes, valuesAt(bytes, path), JSON.stringify(settings.id));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, name) => toObject(inner)[name], value);
}

/** Puts the public name of a model into the frames of a stream; `text` is the frame's text. */
export interface FrameRename {
  /** Whether a frame may name the model otherwise; most do not, and are known by a look at their text. */
  concerns(text: string): boolean;
  /** The frame with the public name, or itself if it has it or names no model. No other byte differs. */
  apply(frame: Uint8Array, text: string): Uint8Array;
}

/** The renaming of one stream's frames. */
export function createFrameRename({ format, settings }: Named): FrameRename {
  const renaming: Renaming = {
    dataOf: format.framing.dataOf,
    places: format.modelPlaces,
    name: JSON.stringify(settings.id),
    member: `${format.modelPlaces.event.at(-1)}"`,
    head: undefined,
    over: settings.revealModel,
  };
  return {
    concerns: (text) => !renaming.over && concerns(renaming, text),
    apply: (frame, text) => apply(renaming, frame, text),
  };
}

/**
 * The beginning of a frame, up to the end of the model's name. Most events of a stream have the same, so
 * that they need not be walked through. It is ASCII, so each character is a byte.
 */
interface Head {
  readonly text: string;
  /** The same beginning with the public name; absent if it already has that. */
  readonly renamed: Uint8Array | undefined;
}

/** A stream whose frames are renamed. */
interface Renaming {
  readonly dataOf: (frame: Uint8Array) => Uint8Array;
  readonly places: ModelPlaces;
  /** The public name as JSON. */
  readonly name: string;
  /** The name of the member that holds the model's name, and its quote. */
  readonly member: string;
  head: Head | undefined;
  /** Whether no later frame names the model. */
  over: boolean;
}

function concerns({ head, member }: Renaming, text: string): boolean {
  // The member's name may also be written with escapes, all of which begin like this.
  if (text.includes("\\u006")) return true;
  if (!head || !hasHead(text, head)) return text.includes(member);
  return head.renamed !== undefined || text.includes(member, head.text.length);
}

/** Compares slices, which takes a fraction of the time of `startsWith`. */
function hasHead(text: string, head: Head): boolean {
  return text.slice(0, head.text.length) === head.text;
}

function apply(renaming: Renaming, frame: Uint8Array, text: string): Uint8Array {
  const { head, member } = renaming;
  const isKnown =
    head?.renamed &&
    hasHead(text, head) &&
    !isMarked(frame) &&
    !text.includes(member, head.text.length) &&
    !text.includes("\\u006");
  if (isKnown) return joinBytes([head.renamed, frame.subarray(head.text.length)]);
  return search(renaming, frame, text);
}

function search(renaming: Renaming, frame: Uint8Array, text: string): Uint8Array {
  const { dataOf, places, name } = renaming;
  const found = valuesAt(dataOf(frame), places.event);
  const [place] = found;
  if (!place) return frame;
  renaming.over = places.once;
  renaming.head = toHead(frame, text, place, name);
  return replace(frame, found, name);
}

const decoder = new TextDecoder();

function toHead(frame: Uint8Array, text: string, place: Span, name: string): Head | undefined {
  const bytes = frame.subarray(0, place.end);
  if (bytes.some((byte) => byte > 0x7f)) return undefined;
  const isRenamed = text.slice(place.start, place.end) === name;
  return {
    // Decoded again, because a slice would keep the text of the whole block.
    text: decoder.decode(bytes),
    renamed: isRenamed ? undefined : replace(bytes, [place], name),
  };
}

/** Whether a frame begins with a byte order mark, which its text does not have. */
function isMarked(frame: Uint8Array): boolean {
  return frame[0] === 0xef;
}

/** The bytes with the name at these places. */
function replace(bytes: Uint8Array, places: readonly Span[], text: string): Uint8Array {
  return applyEdits(
    bytes,
    places.map((place) => ({ ...place, text })),
  );
}
