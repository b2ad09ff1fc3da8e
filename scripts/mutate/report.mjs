import { readFileSync } from "node:fs";
import { fileOf } from "./folders.mjs";

const reasonsFile = "packages/conformance/mutation/reasons.json";

/** The counts and survivors of a folder, from its report. */
export function readFolder(folder) {
  const { files } = JSON.parse(readFileSync(`reports/mutation/${fileOf(folder)}.json`, "utf8"));
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => toMutant(file, source.split("\n"), mutant)),
  );
  const count = (status) => mutants.filter((mutant) => mutant.status === status).length;
  const [killed, timedOut] = [count("Killed"), count("Timeout")];
  const survivors = mutants.filter(
    ({ status }) => status === "Survived" || status === "NoCoverage",
  );
  return {
    name: folder.name,
    killed,
    timedOut,
    survived: count("Survived"),
    uncovered: count("NoCoverage"),
    total: killed + timedOut + survivors.length,
    files: Object.keys(files),
    survivors,
  };
}

function toMutant(file, lines, { location: { start, end }, replacement, mutatorName, status }) {
  const code = lines.slice(start.line - 1, end.line);
  code[code.length - 1] = code.at(-1).slice(0, end.column - 1);
  code[0] = code[0].slice(start.column - 1);
  return {
    file,
    line: start.line,
    text: lines[start.line - 1].trim(),
    code: toOneLine(code.join(" ")),
    becomes: toOneLine(replacement),
    mutator: mutatorName,
    status,
  };
}

const longest = 90;

function toOneLine(code) {
  const line = code.replaceAll(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/**
 * The reasons: for each file, mutations by what the code is and what it becomes, so that they stay
 * when lines move. Without `becomes` it is whatever the code becomes; `text` is the line where the
 * code begins, where the same code stands in several.
 */
const reasons = Object.entries(JSON.parse(readFileSync(reasonsFile, "utf8"))).flatMap(
  ([file, entries]) => entries.map((entry) => ({ ...entry, file })),
);

function explains(reason, mutant) {
  return (
    reason.file === mutant.file &&
    reason.code === mutant.code &&
    (reason.becomes ?? mutant.becomes) === mutant.becomes &&
    (reason.text ?? mutant.text) === mutant.text
  );
}

/** Why a survivor is left, if somebody has said so. */
export function reasonOf(survivor) {
  return reasons.find((reason) => explains(reason, survivor))?.reason;
}

/** What is wrong with a result: survivors without a reason, reasons without a survivor. */
export function explain({ survivors, files }) {
  const unexplained = survivors.filter((survivor) => reasonOf(survivor) === undefined);
  const unused = reasons.filter(
    (reason) =>
      files.includes(reason.file) && !survivors.some((survivor) => explains(reason, survivor)),
  );
  return [
    ...unexplained.map((survivor) => `No reason: ${describe(survivor)}`),
    ...unused.map((reason) => `No survivor: ${describe(reason)}`),
  ];
}

function describe({ file, line, text, code, becomes }) {
  return `${file}${line ? `:${line}` : ""} ${JSON.stringify({ text, code, becomes })}`;
}

/** The share of mutants that were found, in percent. */
export function scoreOf({ killed, timedOut, total }) {
  return (100 * (killed + timedOut)) / total;
}

/** All folders together. */
export function sumOf(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return {
    name: "all",
    total: sum("total"),
    killed: sum("killed"),
    timedOut: sum("timedOut"),
    survived: sum("survived"),
    uncovered: sum("uncovered"),
  };
}
