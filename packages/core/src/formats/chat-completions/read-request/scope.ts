/** The place of a reader in the caller's body, and what applies to everything below it. */
export interface Scope {
  /** A JSON pointer. */
  readonly at: string;
  /** The lifetime of cache control without a lifetime of its own. */
  readonly lifetime?: string | undefined;
}

/** The scope of a member or an element. @param step its name or number, or a path of these */
export function below({ at, lifetime }: Scope, step: string | number): Scope {
  return { at: `${at}/${step}`, lifetime };
}
