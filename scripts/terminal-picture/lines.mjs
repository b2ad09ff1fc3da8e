// Which lines of a session the picture has: each command behind its prompt, and a part of its output.
import { readScreen } from "./screen.mjs";

/** @typedef {import("./screen.mjs").Run} Run */

/**
 * @typedef {object} Cut
 * @property {RegExp} [from] the first line of output that is shown
 * @property {number} [lines] how many lines of output are shown at most, as they are on the screen
 */

/**
 * @param {string} command
 * @param {string} output
 * @param {number} columns
 * @param {Cut} cut
 * @returns {Promise<readonly (readonly Run[])[]>} with an empty line at the end
 */
export async function toLines(command, output, columns, cut) {
  const prompt = `\x1b[32m$\x1b[0m \x1b[1m${command}\x1b[0m`;
  const typed = await readScreen(prompt, columns);
  return [...typed, ...cutLines(await readScreen(output, columns), cut), []];
}

/**
 * Where lines at the end are left out, there is a line with an ellipsis.
 *
 * @param {readonly (readonly Run[])[]} all @param {Cut} cut
 */
function cutLines(all, { from = /^/, lines = all.length }) {
  const first = all.findIndex((runs) => from.test(textOf(runs)));
  if (first < 0 && all.length > 0) throw new Error(`No line of the output matches ${from}.`);
  const shown = all.slice(first, first + lines);
  return first + lines < all.length ? [...shown, ellipsis] : shown;
}

const style = { bold: false, dim: true, italic: false, underline: false };
/** @type {readonly Run[]} */
const ellipsis = [{ column: 0, width: 1, text: "…", style }];

/** @param {readonly Run[]} runs */
const textOf = (runs) => runs.map(({ text }) => text).join("");
