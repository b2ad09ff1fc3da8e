/** What is served to a tool, before it is checked. */
export interface Served {
  /** The config, unchecked: a file may hold anything. */
  readonly config: unknown;
  /** What the config is called in errors. */
  readonly source: string;
  /** A line to print before the tool starts. */
  readonly note?: string | undefined;
}
