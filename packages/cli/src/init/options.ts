/** What `diglot init` is called with. */
export interface InitOptions {
  readonly upstream?: string | undefined;
  readonly model?: readonly string[] | undefined;
  readonly database?: string | undefined;
  /** Whether a file that is there is replaced. */
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** What a new config is made of. */
export interface Answers {
  /** The address of a server of models; absent: toy models. */
  readonly upstream?: string | undefined;
  /** The models of it that are served; none: all that it lists. */
  readonly models: readonly string[];
  /** A file of SQLite, or an address of PostgreSQL; absent: in memory. */
  readonly database?: string | undefined;
}
