const shortestPause = 500;
const longestPause = 5_000;
/** A pause is so many times as long as its question took: the gateway that answers has other work. */
const restFactor = 10;

/** Milliseconds between two questions, the first of which took so many. */
export function pauseAfter(took: number): number {
  return Math.min(longestPause, Math.max(shortestPause, restFactor * took));
}

/**
 * Asks again and again, one question after the other, while the tab is looked at; until the returned
 * function is called, or the question answers `"enough"`.
 */
export function poll(ask: () => Promise<"enough" | undefined>): () => void {
  let isOver = false;
  let timer = 0;
  const next = async () => {
    if (isOver) return;
    const asked = performance.now();
    if (!document.hidden && (await ask()) === "enough") return;
    const took = performance.now() - asked;
    if (!isOver) timer = window.setTimeout(next, pauseAfter(took));
  };
  void next();
  return () => {
    isOver = true;
    window.clearTimeout(timer);
  };
}
