import stringWidth from "string-width";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many columns of a terminal a text takes: wide characters take two. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The beginning of a text that takes at most `width` columns, including the `…` that marks the cut. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let cut = "";
  for (const { segment } of segmenter.segment(text)) {
    if (widthOf(cut) + widthOf(segment) + 1 > width) break;
    cut += segment;
  }
  return `${cut}…`;
}
