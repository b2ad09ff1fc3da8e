/** The path of a key, below `/admin`. */
export function pathOfKey(id: string): string {
  return `/keys/${encodeURIComponent(id)}`;
}
