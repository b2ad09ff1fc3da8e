/** The defaults with what is set instead of them; a member that is undefined is not set. */
export function complete<T extends object>(defaults: T, given: Partial<T> = {}): Readonly<T> {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.freeze({ ...defaults, ...Object.fromEntries(set) });
}
