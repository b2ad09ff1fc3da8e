/** Milliseconds between two questions. */
const pause = 500;

/**
 * Asks again and again, one question after the other, while the tab is looked at; until the returned
 * function is called, or the question answers `"enough"`.
 */
export function poll(ask: () => Promise<"enough" | undefined>): () => void {
  let isOver = false;
  let timer = 0;
  const next = async () => {
    if (isOver) return;
    if (!document.hidden && (await ask()) === "enough") return;
    if (!isOver) timer = window.setTimeout(next, pause);
  };
  void next();
  return () => {
    isOver = true;
    window.clearTimeout(timer);
  };
}
