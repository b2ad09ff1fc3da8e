import type { ComponentChildren } from "preact";

/** What a colour stands for. */
export interface Legend {
  readonly title: string;
  /** The name of a colour of the style sheet. */
  readonly colour: string;
}

interface FigureOptions {
  readonly title: string;
  readonly legend: readonly Legend[];
  readonly children: ComponentChildren;
}

/** A frame around a plot, with its title and what its colours stand for. */
export function Figure({ title, legend, children }: FigureOptions) {
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b>
        {legend.map((one) => (
          <span key={one.title} class={`legend colour-${one.colour}`}>
            {one.title}
          </span>
        ))}
      </figcaption>
      {children}
    </figure>
  );
}
