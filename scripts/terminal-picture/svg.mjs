// Draws the lines of a terminal as an SVG that can be read on light and on dark pages.

/** @typedef {import("./screen.mjs").Run} Run */

/** In pixels. Each run is stretched to its columns, so any monospaced font fits. */
const [columnWidth, lineHeight, fontSize] = [7.8, 18, 13];
const [padding, barHeight] = [16, 32];

/** The 16 colours of terminals: on light pages, and on dark ones. */
const light = [
  ...["#1f2328", "#cf222e", "#116329", "#7d4e00", "#0969da", "#8250df", "#1b7c83", "#57606a"],
  ...["#57606a", "#a40e26", "#1a7f37", "#633c01", "#218bff", "#a475f9", "#3192aa", "#424a53"],
];
const dark = [
  ...["#8b949e", "#ff7b72", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#c9d1d9"],
  ...["#9da7b3", "#ffa198", "#7ee787", "#f2cc60", "#a5d6ff", "#e2c5ff", "#b3f0ff", "#f0f6fc"],
];

/**
 * @param {readonly (readonly Run[])[]} lines
 * @param {{ title: string, columns: number }} options the title is for those who cannot see the picture
 * @returns {string}
 */
export function toSvg(lines, { title, columns }) {
  const width = Math.ceil(columns * columnWidth) + 2 * padding;
  const height = barHeight + lines.length * lineHeight + 2 * padding;
  const dots = [0, 1, 2].map(
    (dot) => `  <circle class="bar" cx="${20 + dot * 18}" cy="18" r="5" />`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace" font-size="${fontSize}">`,
    `  <title id="title">${escapeXml(title)}</title>`,
    style(),
    `  <rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="12" />`,
    ...dots,
    ...lines.flatMap((runs, line) => runs.map((run) => draw(run, line))),
    "</svg>\n",
  ].join("\n");
}

/** @param {Run} run @param {number} line */
function draw({ column, width, text, style }, line) {
  const x = round(padding + column * columnWidth);
  const y = barHeight + padding + line * lineHeight + fontSize;
  const fill = typeof style.color === "string" ? ` fill="${style.color}"` : "";
  const place = `x="${x}" y="${y}" textLength="${round(width * columnWidth)}" lengthAdjust="spacingAndGlyphs"`;
  return `  <text class="${classesOf(style).join(" ")}"${fill} ${place}>${escapeXml(text)}</text>`;
}

/** @param {Run["style"]} style */
function classesOf({ color, bold, dim, italic, underline }) {
  const named = Object.entries({ bold, dim, italic, underline }).filter(([, holds]) => holds);
  const own = typeof color === "string" ? [] : [color === undefined ? "plain" : `c${color}`];
  return [...own, ...named.map(([name]) => name)];
}

function style() {
  return `  <style>
    text { white-space: pre; }
    .window { fill: #ffffff; stroke: #d0d7de; }
    .bar { fill: #d0d7de; }
    .plain { fill: #1f2328; }
    .bold { font-weight: 600; }
    .dim { opacity: 0.65; }
    .italic { font-style: italic; }
    .underline { text-decoration: underline; }
${rulesOf(light, "    ")}
    @media (prefers-color-scheme: dark) {
      .window { fill: #0d1117; stroke: #30363d; }
      .bar { fill: #30363d; }
      .plain { fill: #e6edf3; }
${rulesOf(dark, "      ")}
    }
  </style>`;
}

/** @param {readonly string[]} colors @param {string} indent */
function rulesOf(colors, indent) {
  return colors.map((color, index) => `${indent}.c${index} { fill: ${color}; }`).join("\n");
}

/** @param {number} pixels */
const round = (pixels) => Math.round(pixels * 10) / 10;

/** Control characters, which XML cannot hold, have been taken by the terminal. @param {string} text */
function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
