import type { CheckedFormat } from "./formats.js";
import type { Probe } from "./probing/probe.js";

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
  "State",
  "Usage",
  "Errors",
  "Models list",
  "Token counter",
  "Compaction",
  "WebSockets",
  "Open Responses",
] as const;

/** One of `capabilities`. */
export type Capability = (typeof capabilities)[number];

/**
 * One requirement that can be tested from outside, whatever the server's model is. A check looks at
 * the form of answers, not at how good the model is: what a model may decline to do, such as a call
 * that it did not make, is skipped, not failed.
 */
export interface Check {
  /** The requirement's id: `M019`, `C081`, `R001`. Several checks of one requirement add a letter. */
  readonly id: string;
  readonly format: CheckedFormat;
  readonly capability: Capability;
  /** The requirement in a sentence. */
  readonly what: string;
  /** Passes by returning. @throws an error that says what was expected and what came, or what `probe.skip` throws */
  run(probe: Probe): Promise<void>;
}
