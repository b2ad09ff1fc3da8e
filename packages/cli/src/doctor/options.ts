import type { UpstreamFormatName } from "../config/upstream-formats.js";

/** What `diglot doctor` is called with. */
export interface DoctorOptions {
  readonly upstream: string;
  readonly model?: string | undefined;
  readonly upstreamKey?: string | undefined;
  readonly format?: UpstreamFormatName | undefined;
  /** Seconds. */
  readonly timeout: number;
  readonly skipLongInput?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly write?: string | undefined;
}
