import type { ComponentChildren } from "preact";

/** What may be wider than the screen; it scrolls by itself. */
export function Wide({ children }: { readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div class="wide" tabIndex={0}>
      {children}
    </div>
  );
}
