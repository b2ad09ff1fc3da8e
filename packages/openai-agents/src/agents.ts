import type { ReportedUsage } from "./reply/usage.js";

/**
 * What is used of the OpenAI Agents SDK, as structural types: an agent's own type has parameters for its
 * context and its output, which say nothing here, and a host may have another version of the SDK.
 */

/** An agent, such as `new Agent({ name, instructions, tools })`. */
export interface OpenAIAgent {
  readonly name: string;
  readonly tools: readonly unknown[];
  readonly handoffs: readonly unknown[];
}

/** Runs agents, such as `new Runner({ modelProvider, tracingDisabled: true })`. */
export interface OpenAIRunner {
  run(agent: never, input: never, options: never): Promise<unknown>;
}

/** The usage of a run. */
export interface RunUsage extends ReportedUsage {
  /** How many calls of models it is of. */
  readonly requests: number;
}

/** What a run takes besides what follows from the request: `context`, `maxTurns`, … */
export type RunOptions = Readonly<Record<string, unknown>>;

/** A run that streams. */
export interface StreamedRun extends AsyncIterable<unknown> {
  readonly interruptions?: readonly unknown[] | undefined;
  /** Of all calls so far, also of those whose events have not been read. */
  readonly state?: { readonly usage?: RunUsage | undefined } | undefined;
  /** What the agent has said at last; its tool may have said it. */
  readonly finalOutput?: unknown;
}
