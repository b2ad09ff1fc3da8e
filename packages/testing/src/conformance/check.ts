import type { FormatName } from "@diglot/core/translation";
import type { Probe } from "./probe.js";

/** What a server can do or not; the rows of the report. */
export const capabilities = [
  "Basics",
  "Authentication",
  "Headers",
  "Validation",
  "Turns",
  "Tools",
  "Thinking",
  "Structured output",
  "Media",
  "Replies",
  "Streams",
  "Usage",
  "Errors",
  "Models list",
  "Token counter",
] as const;

/** One of `capabilities`. */
export type Capability = (typeof capabilities)[number];

/**
 * One requirement that a server can be held to from outside, whatever its model is. A check looks
 * at the form of answers, never at the wit of a model: what a model may decline to do (a call that
 * was not made) is skipped, not failed.
 */
export interface Check {
  /** The requirement's id: `M019`, `C081`. Several checks of one requirement add a letter. */
  readonly id: string;
  readonly format: FormatName;
  readonly capability: Capability;
  /** The requirement in a sentence. */
  readonly what: string;
  /** Passes by returning. @throws an error that says what was expected and what came, or what `probe.skip` throws */
  run(probe: Probe): Promise<void>;
}
