/** Where a reader stands in the caller's body, and what holds for all that lies below. */
export interface Scope {
  /** A JSON pointer. */
  readonly at: string;
  /** How long the request's cache marks shall last that say nothing themselves. */
  readonly lifetime?: string | undefined;
}

/** The scope of a member or an element. */
export function below(scope: Scope, ...steps: readonly (string | number)[]): Scope {
  return { ...scope, at: [scope.at, ...steps].join("/") };
}
