// The table of promises in docs/reliability.md, and the page of their figures in the reference.

const [begin, end] = ["<!-- promises: begin -->", "<!-- promises: end -->"];

/** The page with the table of these promises in place of the one that it has. */
export function replaceTable(page, promises, results) {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error("The page has no place for the table.");
  return `${before}${begin}\n\n${toTable(promises, results)}\n\n${end}${after}`;
}

/** The table of promises with their verdicts; `results.promises` are the last results by their ids. */
export function toTable(promises, results) {
  const rows = promises.map(({ id, sentence, target }) => {
    return [id, sentence, target, toVerdict(results.promises[id])];
  });
  return toMarkdown([["", "Promise", "Target", "Result"], ...rows]);
}

/** The page with the figures of each promise, and with the commands and tests that show it. */
export function toPage(promises, results) {
  return `# Promises: every figure

The last measurement of each [promise](../reliability.md#the-promises), and the commands and tests that show it. This page is generated from the last results, by \`npm run reliability -- --table\`; a test fails when its commands and tests differ from the table of promises.

## How it is measured

${toMethods(promises)}

The other programs explain themselves in their first lines.

## The figures

${toFigures(promises, results)}
`;
}

function toMethods(promises) {
  const explained = promises.filter(({ method }) => method !== undefined);
  return explained.map(({ id, method }) => `- **${id}.** ${method}`).join("\n");
}

/** The figures of each promise, and the machine. */
export function toFigures(promises, results) {
  const rows = promises.map((promise) => {
    return [promise.id, toMeasured(results.promises[promise.id]), toProofs(promise)];
  });
  const table = toMarkdown([["", "Measured", "Shown by"], ...rows]);
  return `${table}\n\nThe machine: ${results.machine ?? "none yet"}.`;
}

function toMarkdown([head, ...rows]) {
  return [head, head.map(() => "---"), ...rows].map(toLine).join("\n");
}

function toMeasured(result) {
  if (!result) return toVerdict(result);
  const figures = result.runs.map(({ figures }) => toText(figures)).join("; ");
  return `${toVerdict(result)}: ${figures}`;
}

function toVerdict(result) {
  if (!result) return "not measured yet";
  return `${result.held ? "held" : "**broken**"}${result.quick ? " in short runs" : ""}`;
}

/** The commands and the tests that show a promise. */
function toProofs({ programs, tests }) {
  const commands = programs.map((program) => toCommand(program.name, program.options));
  return [...commands, ...tests].map((text) => `\`${text}\``).join("<br>");
}

/** How a program is called. */
export function toCommand(name, options) {
  return ["npm run", name, ...(options.length > 0 ? ["--", ...options] : [])].join(" ");
}

function toText(figures) {
  return Object.entries(figures)
    .map(([name, value]) => `${toWords(name)} ${toValue(value)}`)
    .join(", ");
}

/** `servedForFree` and `growthMiB` as words. */
function toWords(name) {
  return name
    .replace(/(?:[KM]iB|Ms)$/, (unit) => ` ${unit.replace("Ms", "ms")}`)
    .replaceAll(/(?<=[a-z0-9])[A-Z](?=[a-z0-9])/g, (letter) => ` ${letter.toLowerCase()}`);
}

function toValue(value) {
  if (typeof value === "number") return value.toLocaleString("en-US");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toLine(cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
