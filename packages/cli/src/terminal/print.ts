/** Writes a value for programs, as JSON, or a text for people. */
export function print(json: boolean | undefined, value: unknown, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(value, undefined, 2)}\n` : text());
}
