// What a terminal shows after a text with escape sequences, such as colours and moves of the cursor.
import xterm from "@xterm/headless";

/**
 * A piece of a line whose characters look the same.
 *
 * @typedef {object} Run
 * @property {number} column where it begins, from 0
 * @property {number} width in columns
 * @property {string} text
 * @property {Style} style
 *
 * @typedef {object} Style
 * @property {number | string} [color] one of the 16 of terminals, or any other as `#rrggbb`
 * @property {boolean} bold
 * @property {boolean} dim
 * @property {boolean} italic
 * @property {boolean} underline
 */

/** @typedef {import("@xterm/headless").IBufferCell} Cell */

/**
 * The lines of a terminal, without empty ones at the end. Backgrounds are left out.
 *
 * @param {string} text
 * @param {number} columns lines that are longer are wrapped
 * @returns {Promise<readonly (readonly Run[])[]>}
 */
export async function readScreen(text, columns) {
  const rows = text.split("\n").length + Math.ceil(text.length / columns);
  const options = { cols: columns, rows, convertEol: true, allowProposedApi: true };
  const terminal = new xterm.Terminal(options);
  await new Promise((resolve) => terminal.write(text, () => resolve(undefined)));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: rows }, (_, row) => toRuns(active.getLine(row), columns));
  terminal.dispose();
  return lines.slice(0, lines.findLastIndex((runs) => runs.length > 0) + 1);
}

/**
 * @param {import("@xterm/headless").IBufferLine | undefined} line
 * @param {number} columns
 * @returns {Run[]}
 */
function toRuns(line, columns) {
  /** @type {Run[]} */
  const runs = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    // The second half of a wide character has no width of its own.
    if (cell && cell.getWidth() > 0) append(runs, cell, column);
  }
  return trimEnd(runs);
}

/** @param {Run[]} runs @param {Cell} cell @param {number} column */
function append(runs, cell, column) {
  const [style, text, width] = [toStyle(cell), cell.getChars() || " ", cell.getWidth()];
  const last = runs.at(-1);
  if (last && JSON.stringify(last.style) === JSON.stringify(style)) {
    last.text += text;
    last.width += width;
  } else {
    runs.push({ column, width, text, style });
  }
}

/** @param {Run[]} runs */
function trimEnd(runs) {
  const last = runs.at(-1);
  if (!last) return runs;
  const text = last.text.trimEnd();
  const width = last.width - (last.text.length - text.length);
  return text === ""
    ? trimEnd(runs.slice(0, -1))
    : [...runs.slice(0, -1), { ...last, text, width }];
}

/** @param {Cell} cell @returns {Style} */
function toStyle(cell) {
  const color = toColor(cell);
  return {
    ...(color !== undefined && { color }),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
  };
}

/** @param {Cell} cell */
function toColor(cell) {
  const color = cell.getFgColor();
  if (cell.isFgRGB()) return toHex(color);
  if (!cell.isFgPalette()) return undefined;
  return color < 16 ? color : toHex(paletteColor(color));
}

/** One of the 240 colours behind the first 16: a cube of six levels each, and 24 greys. @param {number} index */
function paletteColor(index) {
  if (index >= 232) return (8 + (index - 232) * 10) * 0x010101;
  const level = (/** @type {number} */ step) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return level(red) * 0x10000 + level(green) * 0x100 + level(blue);
}

/** @param {number} color */
const toHex = (color) => `#${color.toString(16).padStart(6, "0")}`;
