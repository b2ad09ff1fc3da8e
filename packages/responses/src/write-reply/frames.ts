import { encodeJsonEvent, toJsonString } from "@diglot/core/formats";

/** Where a delta belongs: the members between its number and its text. */
export interface Place {
  readonly item_id: string;
  readonly output_index: number;
  readonly content_index?: number;
  readonly summary_index?: number;
}

/** A kind of delta at one place, of which only number and text differ from one frame to the next. */
export interface DeltaFrames {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

/** The events of one stream, numbered from 0. */
export class Frames {
  #next = 0;

  /** One event, with its members in the vendor's order. */
  event(type: string, members: object): string {
    return encodeJsonEvent({ type, sequence_number: this.#next++, ...members }, type);
  }

  /** One delta. */
  delta({ before, between, after }: DeltaFrames, text: string): string {
    return `${before}${this.#next++}${between}${toJsonString(text)}${after}`;
  }
}

/**
 * Prepares the deltas of one kind at one place, so that all but number and text is written once.
 * @param rest members behind the text, as JSON that begins with a comma
 */
export function toDeltaFrames(type: string, place: Place, rest = ""): DeltaFrames {
  const members = JSON.stringify(place).slice(1, -1);
  return {
    before: `event: ${type}\ndata: {"type":"${type}","sequence_number":`,
    between: `,${members},"delta":`,
    after: `${rest}}\n\n`,
  };
}
