/** What `diglot init` wrote, and what to do next, for programs. */
export interface InitOutput {
  /** The config file. */
  readonly file: string;
  /** A new secret for the variable `DIGLOT_KEY`: the key that clients send. It is stored nowhere. */
  readonly key: string;
}
