import type { Reporter } from "@diglot/core";
import type { LogConfig } from "../config/types.js";

/** The least important lines that are written. */
export type LogLevel = NonNullable<LogConfig["level"]>;

/** A stream of text that may be a terminal. */
export type LogStream = NodeJS.WriteStream & { readonly fd: number };

/** Where lines about requests and about the gateway go. */
export interface Log {
  /** Writes lines about requests. */
  readonly reporter: Reporter;
  /** Changes which lines are written. */
  setLevel(level: LogLevel): void;
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Something works, but perhaps not as it is meant. */
  warn(message: string): void;
  /** Something has failed that no caller sees. */
  error(message: string, error: unknown): void;
  /** Writes what has been collected; returns when it is written. */
  flush(): void;
}

/** What the parts of a gateway say beside requests. */
export type Notices = Pick<Log, "info" | "warn" | "error">;

/** Says nothing. */
export const noNotices: Notices = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
