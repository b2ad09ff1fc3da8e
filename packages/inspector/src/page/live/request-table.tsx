// biome-ignore-all lint/a11y/useSemanticElements: a table cannot draw only a part of its rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus for its rows
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { RequestSummary } from "../../wire.js";
import { counts, filter, selected, shown } from "../state/requests.js";
import { linkTo } from "../state/route.js";
import { columns, RequestRow } from "./request-row.js";
import { rowAfter, visibleRows } from "./window.js";

/** Below this width a row has three lines; the style sheet says the same. */
const narrow = window.matchMedia("(max-width: 760px)");
const heights = { wide: 34, narrow: 78 } as const;

/** The list of requests. Only the rows that are visible are in the document. The grid is what scrolls. */
export function RequestTable() {
  const grid = useRef<HTMLDivElement>(null);
  const view = useSignal({ top: 0, height: 600 });
  const isNarrow = useSignal(narrow.matches);
  const rows = shown.value;
  const rowHeight = isNarrow.value ? heights.narrow : heights.wide;
  useEffect(() => {
    const element = grid.current;
    const measure = () => {
      if (!element) return;
      view.value = { top: element.scrollTop, height: roomOf(element) };
      isNarrow.value = narrow.matches;
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (element) observer.observe(element);
    element?.addEventListener("scroll", measure, { passive: true });
    return () => observer.disconnect();
  }, [view, isNarrow]);
  useStillRows(grid, rows, rowHeight);
  const { first, end } = visibleRows(rows.length, rowHeight, view.value);
  const index = rows.findIndex(({ id }) => id === selected.value);
  const isDrawn = index >= first && index < end;

  const select = (wanted: number) => {
    selected.value = rows[wanted]?.id;
    if (grid.current) showRow(grid.current, wanted, rowHeight);
  };
  useReturn(grid, index, () => select(index));
  const onKeyDown = (event: KeyboardEvent) => {
    const visible = Math.floor(view.value.height / rowHeight);
    const wanted = rowAfter(event.key, { index, rows: rows.length, visible });
    if (wanted !== undefined) {
      event.preventDefault();
      select(wanted);
    } else if (event.key === "Enter" && selected.value !== undefined) {
      location.hash = linkTo(selected.value);
    }
  };

  return (
    <div class="table">
      <div
        class="scroller"
        ref={grid}
        role="grid"
        aria-label="Requests"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isDrawn ? `row-${selected.value}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div class="row head" role="row" aria-rowindex={1}>
          {columns.map(({ name, title }) => (
            <span key={name} class={`cell-${name}`} role="columnheader">
              {title}
            </span>
          ))}
        </div>
        <div class="canvas" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
          {rows.slice(first, end).map((row, place) => (
            <RequestRow
              key={row.id}
              request={row}
              index={first + place}
              top={(first + place) * rowHeight}
              isSelected={row.id === selected.value}
            />
          ))}
        </div>
      </div>
      {rows.length === 0 && <p class="empty">{emptyText()}</p>}
    </div>
  );
}

/** The height that is left for rows below the head, which stays in place. */
function roomOf(grid: HTMLElement): number {
  const head = grid.firstElementChild;
  return grid.clientHeight - (head instanceof HTMLElement ? head.offsetHeight : 0);
}

/** Who comes back from a request finds the list where it was, and goes on with the keyboard. */
function useReturn(
  grid: { readonly current: HTMLDivElement | null },
  index: number,
  show: () => void,
): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (isFirst.current && index !== -1) {
      show();
      grid.current?.focus();
    }
    isFirst.current = false;
  });
}

function emptyText(): string {
  return counts.value.all === 0 ? "No requests yet." : "No request matches the filter.";
}

/** Rows that come in above do not move those that one is looking at; another filter shows its first row. */
function useStillRows(
  grid: { readonly current: HTMLDivElement | null },
  rows: readonly RequestSummary[],
  rowHeight: number,
): void {
  const before = useRef({ newest: rows[0]?.id, words: filter.value });
  useLayoutEffect(() => {
    const { newest, words } = before.current;
    before.current = { newest: rows[0]?.id, words: filter.value };
    const element = grid.current;
    if (!element) return;
    if (words !== filter.value) element.scrollTop = 0;
    else if (element.scrollTop > 0) {
      const added = rows.findIndex(({ id }) => id === newest);
      if (added > 0) element.scrollTop += added * rowHeight;
    }
  }, [rows, rowHeight, grid]);
}

function showRow(grid: HTMLDivElement, index: number, rowHeight: number): void {
  const top = index * rowHeight;
  const { scrollTop } = grid;
  const room = roomOf(grid);
  if (top < scrollTop) grid.scrollTop = top;
  if (top + rowHeight > scrollTop + room) grid.scrollTop = top + rowHeight - room;
}
