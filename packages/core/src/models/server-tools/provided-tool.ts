import type { OfferedServerTool } from "../../conversation/server-tools.js";

/** A tool of the vendor that runs here, and the name of the function that the model calls for it. */
export interface ProvidedTool extends OfferedServerTool {
  readonly name: string;
}
