import { styleText } from "node:util";

/** The styles that the commands use. */
export type Style = "bold" | "cyan" | "dim" | "green" | "red" | "yellow";

/**
 * A text in a style, if the stream is a terminal and neither `NO_COLOR` nor `NODE_DISABLE_COLORS` is set;
 * otherwise as it is. `FORCE_COLOR` styles it in any case.
 */
export function style(
  name: Style,
  text: string,
  stream: NodeJS.WritableStream = process.stdout,
): string {
  return styleText(name, text, { stream });
}
