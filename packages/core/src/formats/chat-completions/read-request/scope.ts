/** The place of a reader in the caller's body, and what applies to everything below it. */
export interface Scope {
  /** A JSON pointer. */
  readonly at: string;
  /** The lifetime of cache control without a lifetime of its own. */
  readonly lifetime?: string | undefined;
}

/** The scope of a member or an element. */
export function below(scope: Scope, ...steps: readonly (string | number)[]): Scope {
  return { ...scope, at: steps.reduce<string>((at, step) => `${at}/${step}`, scope.at) };
}
