/** What the process ends with. */
export const exitCodes = {
  /** It did what it was asked. */
  ok: 0,
  /** It ran, and something was found or has failed. */
  found: 1,
  /** It was used wrongly, or could not begin. */
  misused: 2,
  /** A tool has ended well, but no request has arrived at its gateway. */
  unused: 3,
} as const;

/** Options of a failure. */
export interface FailureOptions extends ErrorOptions {
  /** What to do next. */
  readonly hint?: string | undefined;
  /** @default misused */
  readonly exitCode?: number | undefined;
}

/** An error that the user of a command can fix. It is printed as a message without a stack. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(
    message: string,
    { hint, exitCode = exitCodes.misused, ...options }: FailureOptions = {},
  ) {
    super(message, options);
    this.hint = hint;
    this.exitCode = exitCode;
  }
}
