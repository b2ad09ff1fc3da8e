import type { Format } from "../shared/formats.ts";

/** What a server under load is asked to be. */
export interface TargetOptions {
  readonly caller: Format;
  /** The upstream's format, or "own" for a model of the process itself. */
  readonly model: Format | "own";
  /** Where the upstream listens. */
  readonly upstreamPort: number;
  /** How Diglot is mounted. @default "node" */
  readonly adapter?: "node" | "express" | undefined;
  /** How Diglot calls the upstream. @default "node" */
  readonly transport?: "node" | "fetch" | undefined;
}

/** What a process has used so far. */
export interface Used {
  /** Microseconds of CPU. */
  readonly cpu: number;
  /** Bytes of resident memory. */
  readonly memory: number;
}
