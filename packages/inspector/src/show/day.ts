/** A day such as `2026-11-21`, in UTC. */
export function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
