/** The path of an account, below `/admin`. */
export function pathOfAccount(id: string): string {
  return `/accounts/${encodeURIComponent(id)}`;
}
