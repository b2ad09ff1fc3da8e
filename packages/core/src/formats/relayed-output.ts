import { byteLength } from "../conversation/usage/estimate.js";
import { TextPattern, type TextRun } from "../json/text-pattern.js";

/** The range of the one text in a frame, without its quotes. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The output of a relayed stream in bytes, for an estimate. Frames that differ from an earlier one only
 * in their text are recognised, so that most need not be read.
 */
export class RelayedOutput {
  /** Bytes of all content, reasoning included. */
  bytes = 0;
  /** The part of those bytes that is reasoning. */
  reasoningBytes = 0;
  readonly #pattern = new TextPattern();
  #repeatsReasoning = false;

  add(text: string, isReasoning: boolean): void {
    const bytes = byteLength(text);
    this.bytes += bytes;
    if (isReasoning) this.reasoningBytes += bytes;
  }

  /** Adds the text of a frame that repeats the one that was learnt; `false` for any other frame. */
  addRepeated(frame: string): boolean {
    const text = this.#pattern.match(frame);
    if (text === undefined) return false;
    this.add(text, this.#repeatsReasoning);
    return true;
  }

  /** The frames from this offset of a text that repeat, up to another one. */
  findRun(text: string, start: number): TextRun | undefined {
    return this.#pattern.findRun(text, start);
  }

  /** Adds the texts of all its frames. */
  addRun({ strings }: TextRun): void {
    for (const string of strings) this.add(string, this.#repeatsReasoning);
  }

  /** Recognises frames that differ from this one only in the text at this range. */
  learn(frame: string, { start, end }: TextRange, isReasoning: boolean): void {
    this.#repeatsReasoning = isReasoning;
    this.#pattern.learn(frame, start, end);
  }

  /** Recognises no frame until another is learnt. */
  forget(): void {
    this.#pattern.forget();
  }
}
