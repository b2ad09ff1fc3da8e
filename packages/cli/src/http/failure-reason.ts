/** Why `fetch` has failed. The code of the cause, such as `ECONNREFUSED`, says more than "fetch failed". */
export function failureReason(error: unknown): string {
  const { cause, message } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code ?? (cause instanceof Error ? cause.message : message);
}
