/** What an error says; one that bundles several, such as that of a name with many addresses, may say nothing itself. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "")
    return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
