/** The path of an account, below `/admin`. */
export function accountPath(id: string): string {
  return `/accounts/${encodeURIComponent(id)}`;
}

/** The path of a key, below `/admin`. */
export function keyPath(id: string): string {
  return `/keys/${encodeURIComponent(id)}`;
}
