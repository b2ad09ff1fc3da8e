import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface LongListOptions<T> {
  readonly items: readonly T[];
  /** Pixels of an item, roughly. */
  readonly itemHeight: number;
  /** Draws items that follow one another, of which the first has this place in the list. */
  readonly draw: (items: readonly T[], first: number) => ComponentChildren;
}

/** Items that are drawn together. */
const pieceSize = 100;
/** Pixels beyond the edges, so that nothing is missing while one scrolls. */
const margin = "600px";

/** A list of which only what is near the visible part is in the document, however high its items are. */
export function LongList<T>({ items, itemHeight, draw }: LongListOptions<T>) {
  const pieces = Array.from({ length: Math.ceil(items.length / pieceSize) }, (_, index) => index);
  return pieces.map((index) => {
    const first = index * pieceSize;
    const own = items.slice(first, first + pieceSize);
    return (
      <Piece key={index} isFirst={index === 0} height={own.length * itemHeight}>
        {() => draw(own, first)}
      </Piece>
    );
  });
}

interface PieceOptions {
  readonly isFirst: boolean;
  /** Its height as long as it was not drawn. */
  readonly height: number;
  readonly children: () => ComponentChildren;
}

function Piece({ isFirst, height, children }: PieceOptions) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useSignal(isFirst);
  const drawnHeight = useRef(height);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (!last) return;
        if (isNear.value) drawnHeight.current = last.boundingClientRect.height;
        isNear.value = last.isIntersecting;
      },
      // The second margin is that of what scrolls inside the page.
      { rootMargin: margin, ...{ scrollMargin: margin } },
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={box} style={isNear.value ? undefined : { height: `${drawnHeight.current}px` }}>
      {isNear.value && children()}
    </div>
  );
}
