import type { ModelOptions } from "@diglot/core";

/** Options of every model of this package; all have defaults. */
export interface EmbeddedModelOptions
  extends Pick<ModelOptions, "displayName" | "created" | "ownedBy" | "aliases" | "prices"> {
  /** The name under which callers ask for the model. @default "echo" or "eliza" */
  readonly id?: string | undefined;
  /** Milliseconds of waiting after each word of text, by the service's clock. @default 0 */
  readonly wordDelay?: number | undefined;
}

/**
 * The delay of a model, checked.
 * @throws TypeError for anything but a finite number from 0 up
 */
export function checkWordDelay(delay: number | undefined): number {
  if (delay === undefined) return 0;
  if (!Number.isFinite(delay) || delay < 0) {
    throw new TypeError(`wordDelay must be milliseconds from 0 up, not ${String(delay)}.`);
  }
  return delay;
}
