import type { Kind } from "./kinds.js";

/** What `diglot import` is called with. */
export interface ImportOptions {
  /** @default found out from the file */
  readonly from?: Kind | undefined;
  /** @default by the kind: a config, a script, or the folder of a tape */
  readonly out?: string | undefined;
  /** The model of a Portkey target that names none. */
  readonly model?: string | undefined;
  /** Whether a file that exists is replaced. */
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
}
