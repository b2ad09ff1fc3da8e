/** What is served to a tool, before it is checked. */
export interface Served {
  /** A config, or what a file has in its place. */
  readonly config: unknown;
  /** What the config is called in errors. */
  readonly source: string;
  /** What is worth a line before the tool starts. */
  readonly note?: string | undefined;
}
