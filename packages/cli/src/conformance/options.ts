import type { UpstreamFormatName } from "../config/upstream-formats.js";

/** What `diglot conformance` is called with. */
export interface ConformanceOptions {
  readonly key?: string | undefined;
  readonly model?: string | undefined;
  readonly format?: UpstreamFormatName | undefined;
  readonly only?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  readonly lenient?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly reporter?: "github" | undefined;
  readonly report?: string | undefined;
}
