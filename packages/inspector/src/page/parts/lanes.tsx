import { Figure, type Legend } from "./figure.js";

/** A line of lanes. */
export interface Lane {
  readonly name: string;
  /** What the numbers are, for reading. */
  readonly text: string;
  /** From where to where each colour of the legend goes, from 0 to 1. */
  readonly stretches: readonly (readonly [from: number, to: number])[];
}

/** A plot of names that have no order in time. */
export interface LanesOptions {
  readonly title: string;
  readonly legend: readonly Legend[];
  readonly lanes: readonly Lane[];
}

/** As many as can be compared; the table has all of them. */
const mostLanes = 12;

/** Draws a plot with a lane for each name. */
export function Lanes({ title, legend, lanes }: LanesOptions) {
  const hidden = lanes.length - mostLanes;
  return (
    <Figure title={title} legend={legend}>
      <ul class="lanes">
        {lanes.slice(0, mostLanes).map(({ name, text, stretches }) => (
          <li key={name}>
            <span class="lane-name">{name}</span>
            <span class="quiet">{text}</span>
            <span class="lane" aria-hidden="true">
              {stretches.map(([from, to], index) => (
                <i
                  key={legend[index]?.title}
                  class={`colour-${legend[index]?.colour}`}
                  style={{ left: `${100 * from}%`, width: `${100 * (to - from)}%` }}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
      {lanes.length === 0 && <p class="quiet empty">Nothing yet.</p>}
      {hidden > 0 && <p class="quiet more">{hidden} more are in the table below.</p>}
    </Figure>
  );
}
