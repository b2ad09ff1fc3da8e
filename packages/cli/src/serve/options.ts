/** What `diglot` is called with. */
export interface StartOptions {
  readonly upstream?: string | undefined;
  readonly model?: readonly string[] | undefined;
  readonly key?: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly upstreamKey?: string | undefined;
  readonly database?: string | undefined;
  readonly redis?: string | undefined;
  readonly adminCredential?: string | undefined;
  readonly log?: "json" | "pretty" | undefined;
}

/** What `diglot serve` is called with. */
export interface ServeOptions {
  readonly config?: string | undefined;
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly check?: boolean | undefined;
  readonly ask?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly log?: "json" | "pretty" | undefined;
}
