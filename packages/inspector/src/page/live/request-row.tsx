// biome-ignore-all lint/a11y/useSemanticElements: a table cannot draw only a part of its rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus for its rows
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
import type { ComponentChildren } from "preact";
import type { RequestSummary } from "../../wire.js";
import { clockTime, count, describeFormat, dollars, duration } from "../parts/format.js";
import { Models } from "../parts/models.js";
import { State } from "../parts/state.js";
import { selected, serviceTime } from "../state/requests.js";
import { linkTo } from "../state/route.js";

interface Column {
  readonly name: string;
  readonly title: string;
  show(request: RequestSummary): ComponentChildren;
}

/** What the live view says of a request. */
export const columns: readonly Column[] = [
  { name: "at", title: "Time", show: ({ at }) => clockTime(at) },
  { name: "state", title: "State", show: State },
  { name: "model", title: "Model asked → answered", show: Models },
  {
    name: "attempts",
    title: "Attempts",
    show: ({ attempts, failedAttempts }) =>
      attempts === 0 ? "" : failedAttempts > 0 ? <b class="bad">{attempts}</b> : attempts,
  },
  {
    name: "format",
    title: "Format",
    show: (request) => describeFormat(request.format.replace("-completions", ""), request),
  },
  { name: "key", title: "Account / caller", show: showCaller },
  { name: "input", title: "In", show: ({ input }) => count(input) },
  { name: "output", title: "Out", show: showOutput },
  { name: "cost", title: "Cost", show: ({ costNanoDollars }) => dollars(costNanoDollars) },
  {
    name: "first",
    title: "First",
    show: ({ firstContentMilliseconds }) => duration(firstContentMilliseconds),
  },
  { name: "whole", title: "Total", show: showWhole },
];

function showCaller({ accountId, keyId }: RequestSummary) {
  if (accountId === undefined && keyId === undefined) return <span class="quiet">–</span>;
  return accountId === keyId ? accountId : `${accountId ?? ""} / ${keyId ?? ""}`;
}

function showOutput({ state, output }: RequestSummary) {
  return state === "running" && output !== undefined ? `≈ ${count(output)}` : count(output);
}

function showWhole({ state, at, milliseconds }: RequestSummary) {
  if (state !== "running") return duration(milliseconds);
  return <span class="running">{duration(Math.max(0, serviceTime.value - at))}</span>;
}

interface RowOptions {
  readonly request: RequestSummary;
  readonly index: number;
  /** Pixels from the begin of the list. */
  readonly top: number;
  readonly isSelected: boolean;
}

/** A line of the live view. */
export function RequestRow({ request, index, top, isSelected }: RowOptions) {
  const open = () => {
    selected.value = request.id;
    location.hash = linkTo(request.id);
  };
  return (
    <div
      id={`row-${request.id}`}
      class="row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={open}
    >
      {columns.map(({ name, show }) => (
        <span key={name} class={`cell-${name}`} role="gridcell">
          {show(request)}
        </span>
      ))}
    </div>
  );
}
