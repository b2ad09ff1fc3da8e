/** A piece of a reply that a client shows. */
export interface Piece {
  readonly kind: "reasoning" | "text";
  readonly text: string;
}

/** An event with the time at which it came, in milliseconds after the request. */
export interface TimedEvent {
  readonly at: number;
  readonly shown?: Piece | undefined;
}

/** How many events have come after a time. */
export function countUntil(events: readonly TimedEvent[], elapsed: number): number {
  const next = events.findIndex(({ at }) => at > elapsed);
  return next === -1 ? events.length : next;
}

/** The text of one kind that a client has put together from events. */
export function joinShown(events: readonly TimedEvent[], kind: Piece["kind"]): string {
  return events.map(({ shown }) => (shown?.kind === kind ? shown.text : "")).join("");
}

/** The index of a tab after a key, in a ring of tabs. */
export function moveTab(key: string, index: number, count: number): number {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : index;
}
