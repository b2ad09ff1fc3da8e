import type { ModelPlaces } from "../../formats/upstream-format.js";
import { applyEdits, joinBytes, type Span, valuesAt } from "../../json/spans.js";
import type { TextRun } from "../../json/text-pattern.js";
import { toObject } from "../../json/value.js";
import { endOfFrame } from "../../sse/frames.js";
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

/** The member's name may also be written with escapes, all of which begin like this. */
const escapedLetter = "\\u006";

/** What the text has instead of bytes that are not UTF-8. */
const replacementCharacter = "\ufffd";

/** Puts the public name of a model into the frames of one stream. */
export class FrameRename {
  readonly #dataOf: (frame: Uint8Array) => Uint8Array;
  readonly #places: ModelPlaces;
  /** The public name as JSON. */
  readonly #name: string;
  /** The name of the member that holds the model's name, and its quote. */
  readonly #member: string;
  /**
   * The beginning of a frame, up to the end of the model's name. Most events of a stream have the same,
   * so that they need not be walked through. It is ASCII, so each character is a byte; empty before one
   * is known.
   */
  #head = "";
  /** The same beginning with the public name, unless it already has that. */
  #renamedHead: Uint8Array | undefined;
  /** Whether no later frame names the model. */
  #over: boolean;

  constructor({ format, settings }: Named) {
    this.#dataOf = format.framing.dataOf;
    this.#places = format.modelPlaces;
    this.#name = JSON.stringify(settings.id);
    this.#member = `${format.modelPlaces.event.at(-1)}"`;
    this.#over = settings.revealModel;
  }

  /** Whether a frame may have another name of the model. For most frames a search of their text rules that out. */
  concerns(text: string): boolean {
    if (this.#over) return false;
    if (text.includes(escapedLetter)) return true;
    if (!this.#hasHead(text)) return text.includes(this.#member);
    return this.#renamedHead !== undefined || text.includes(this.#member, this.#head.length);
  }

  /** The frame with the public name, or itself if it has it or names no model. No other byte differs. */
  apply(frame: Uint8Array, text: string): Uint8Array {
    const head = this.#renamedHead;
    return head && this.#isNamedInHead(text) && !isMarked(frame)
      ? joinBytes([head, frame.subarray(this.#head.length)])
      : this.#search(frame, text);
  }

  /**
   * The bytes of frames that differ only in what they say, with the public name; `same` if they have it
   * or name no model, `undefined` if each has to be looked at. What they say has no quotes and no
   * escapes, so it names nothing, and the first speaks for all.
   */
  applyToRun(text: string, { headLength }: TextRun): Uint8Array | "same" | undefined {
    const first = text.slice(0, endOfFrame(text, 0));
    if (!this.concerns(first)) return "same";
    const head = this.#renamedHead;
    const isInAll = head && this.#isNamedInHead(first) && this.#head.length <= headLength;
    if (!isInAll || text.includes(replacementCharacter)) return undefined;
    return encoder.encode(text.replaceAll(this.#head, decoder.decode(head)));
  }

  /** Compares slices, which takes a fraction of the time of `startsWith`. */
  #hasHead(text: string): boolean {
    return this.#head !== "" && text.slice(0, this.#head.length) === this.#head;
  }

  /** Whether a frame has the known beginning, and nothing behind it can name the model. */
  #isNamedInHead(text: string): boolean {
    return (
      this.#hasHead(text) &&
      !text.includes(this.#member, this.#head.length) &&
      !text.includes(escapedLetter)
    );
  }

  #search(frame: Uint8Array, text: string): Uint8Array {
    const found = valuesAt(this.#dataOf(frame), this.#places.event);
    const [place] = found;
    if (!place) return frame;
    this.#over = this.#places.once;
    this.#learn(frame, text, place);
    return replace(frame, found, this.#name);
  }

  #learn(frame: Uint8Array, text: string, place: Span): void {
    const head = frame.subarray(0, place.end);
    const isAscii = head.every((byte) => byte <= 0x7f);
    const isRenamed = text.slice(place.start, place.end) === this.#name;
    // Decoded again, because a slice would keep the text of the whole block.
    this.#head = isAscii ? decoder.decode(head) : "";
    this.#renamedHead = isAscii && !isRenamed ? replace(head, [place], this.#name) : undefined;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

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
