import { styleText } from "node:util";

/** The styles that the commands use. */
const styles = ["bold", "cyan", "dim", "green", "red", "yellow"] as const;

/** A style that the commands use. */
export type Style = (typeof styles)[number];

/** What begins and ends the styles: the only commands to a terminal that a text may hold. */
export const styleCodes: readonly string[] = styles.flatMap((name) =>
  styleText(name, "|", { validateStream: false }).split("|"),
);

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
