import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** What is to be filled in; where there is nothing, the harmless button. */
const first = "input:not([readonly]), button.harmless";

/**
 * Moves the focus into what has just appeared, and back when it disappears, so that whoever uses the
 * keyboard need not look for it. Escape cancels it.
 */
export function useFocus<T extends HTMLElement>(cancel: () => void): RefObject<T | null> {
  const place = useRef<T>(null);
  const latest = useRef(cancel);
  latest.current = cancel;
  useLayoutEffect(() => {
    const element = place.current;
    const before = document.activeElement;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") latest.current();
    };
    element?.querySelector<HTMLElement>(first)?.focus();
    element?.addEventListener("keydown", onKey);
    return () => {
      element?.removeEventListener("keydown", onKey);
      // Who has gone elsewhere meanwhile stays there.
      if (before instanceof HTMLElement && element?.contains(document.activeElement)) {
        before.focus();
      }
    };
  }, []);
  return place;
}
