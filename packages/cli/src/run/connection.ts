import type { FormatName } from "@diglot/core";

/** Where a tool finds the gateway, and what it is to ask for. */
export interface Connection {
  /** Without `/v1`, as the clients of Messages take it. */
  readonly baseUrl: string;
  readonly key: string;
  /** The model that the tool uses. */
  readonly model: string;
  /** All models that are served, that one among them. */
  readonly models: readonly string[];
  /** The most tokens that models read, by their ids, as far as it is known. */
  readonly contextWindows: ReadonlyMap<string, number>;
  /** The ids of the models for which the web is searched. */
  readonly searching: ReadonlySet<string>;
  /** What the upstream speaks. A tool that speaks several formats uses this one: nothing is translated then. */
  readonly format: FormatName;
}
