/** What `diglot run` is called with, beside the tool. */
export interface RunOptions {
  readonly upstream?: string | undefined;
  readonly upstreamKey?: string | undefined;
  readonly model?: string | undefined;
  readonly config?: string | undefined;
  /** The address of a SearXNG instance. */
  readonly search?: string | undefined;
  readonly preset?: string | undefined;
  readonly json?: string | undefined;
  readonly quiet?: boolean | undefined;
}
