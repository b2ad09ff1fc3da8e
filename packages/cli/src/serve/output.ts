import type { UpstreamBody } from "../admin/wire/upstreams.js";

/** What `diglot serve --check` found, for programs. */
export interface CheckOutput {
  readonly file: string;
  /** Whether a gateway can start with it. */
  readonly valid: boolean;
  /** Every mistake of the file; empty if it is valid. */
  readonly problems: readonly CheckedProblem[];
  /** With `--ask`: what each upstream answered. */
  readonly upstreams?: readonly UpstreamBody[] | undefined;
}

/** A mistake of a config file. */
export interface CheckedProblem {
  /** The member, such as `models[0].upstream`; empty for the whole file. */
  readonly path: string;
  readonly message: string;
}
