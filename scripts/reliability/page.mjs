// The table of promises in docs/reliability.md.

const [begin, end] = ["<!-- promises: begin -->", "<!-- promises: end -->"];

/** The page with the table of these promises in place of the one that it has. */
export function replaceTable(page, promises, results) {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error("The page has no place for the table.");
  return `${before}${begin}\n\n${toTable(promises, results)}\n\n${end}${after}`;
}

/** The table of promises, and the machine; `results.promises` are the last results by their ids. */
export function toTable(promises, results) {
  const head = ["", "Promise", "Target", "Measured", "Shown by"];
  const rows = promises.map((promise) => toRow(promise, results.promises[promise.id]));
  const table = [head, head.map(() => "---"), ...rows].map(toLine).join("\n");
  return `${table}\n\nThe machine: ${results.machine ?? "none yet"}.`;
}

function toRow(promise, result) {
  const { id, sentence, target } = promise;
  return [id, sentence, target, toMeasured(result), toProofs(promise)];
}

function toMeasured(result) {
  if (!result) return "not measured yet";
  const figures = result.runs.map(({ figures }) => toText(figures)).join("; ");
  const verdict = result.held ? "held" : "**broken**";
  return `${verdict}${result.quick ? " in short runs" : ""}: ${figures}`;
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
