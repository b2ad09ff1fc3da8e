import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import type { FoundCapabilities } from "../capabilities.js";
import type { ExaminedProbe } from "../examine-upstream.js";

/** Everything that `diglot doctor` found, for programs. */
export interface DoctorOutput {
  readonly upstream: {
    readonly baseUrl: string;
    /** The formats that the server speaks. */
    readonly speaks: readonly UpstreamFormatName[];
    /** The ids of all models that it lists. */
    readonly models: readonly string[];
  };
  /** The format that was examined. */
  readonly format: UpstreamFormatName;
  readonly model: string;
  /** The capabilities that the findings show, as a config takes them. */
  readonly capabilities: FoundCapabilities;
  readonly requests: number;
  /** Tokens as the server counted them. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The rows of the table. */
  readonly findings: readonly ExaminedProbe[];
}
