import { writePrivateFile } from "../files/write-private-file.js";
import { Failure } from "../terminal/failure.js";
import { print } from "../terminal/print.js";
import { readAimock } from "./aimock/read-aimock.js";
import { checkDraft } from "./check-draft.js";
import { readClaudeCodeRouter } from "./claude-code-router/read-claude-code-router.js";
import type { Draft } from "./draft/draft.js";
import { readHar } from "./har/read-har.js";
import { writeTape } from "./har/write-tape.js";
import { defaultOutputs, type Kind } from "./kinds.js";
import { readLitellm } from "./litellm/read-litellm.js";
import type { ImportOptions } from "./options.js";
import { assertFree, assertName } from "./output.js";
import { readPortkey } from "./portkey/read-portkey.js";
import { renderReport } from "./report/render-report.js";
import { type Report, type ReportParts, toReport } from "./report/report.js";
import { detectKind } from "./source/detect.js";
import { readSource } from "./source/read-source.js";

/** What was written: everything of a report but where it comes from. */
type Written = Pick<ReportParts, "items" | "secrets" | "variables" | "next">;

/**
 * Imports a file, and prints what became of each of its settings.
 * @throws Failure if the file cannot be read, or the result cannot be written
 */
export async function runImport(file: string, options: ImportOptions): Promise<void> {
  const report = await importFile(file, options);
  print<"import">(options.json, report, () => renderReport(report));
}

/**
 * Writes a config, a script of a fake or a tape from a file of another product. The result says what became
 * of each of its settings.
 * @throws Failure if the file cannot be read, or the result cannot be written
 */
export async function importFile(file: string, options: ImportOptions): Promise<Report> {
  const source = await readSource(file);
  const from = options.from ?? detectKind(file, source.value);
  const out = options.out ?? defaultOutputs[from];
  assertName(from, out);
  if (!options.force) assertFree(from, out);
  const written = await writers[from](source.value, out, options);
  return toReport({ from, file, out, source, ...written });
}

type Writer = (value: unknown, out: string, options: ImportOptions) => Promise<Written>;

const writers: Readonly<Record<Kind, Writer>> = {
  litellm: (value, out) => writeConfig(readLitellm(value), out),
  "claude-code-router": (value, out) => writeConfig(readClaudeCodeRouter(value), out),
  portkey: (value, out, { model }) => writeConfig(readPortkey(value, model), out),
  aimock: writeScript,
  har: writeRecording,
};

async function writeConfig(draft: Draft, out: string): Promise<Written> {
  const config = await checkDraft(draft, out);
  const $schema = "./node_modules/diglot/dist/diglot.schema.json";
  writePrivateFile(out, `${JSON.stringify({ $schema, ...config }, undefined, 2)}\n`);
  const { notes, variables } = draft;
  const next = [`diglot serve ${out} --check`, `diglot serve ${out}`];
  return { items: notes.items, secrets: variables.secrets, variables: variables.list, next };
}

async function writeScript(value: unknown, out: string): Promise<Written> {
  const { notes, script } = readAimock(value);
  writePrivateFile(out, script);
  return { items: notes.items, secrets: [], variables: [], next: [`diglot fake ${out}`] };
}

async function writeRecording(value: unknown, out: string): Promise<Written> {
  const recording = readHar(value);
  if (recording.calls.length === 0) {
    throw new Failure("The recording has no request to Messages, Chat Completions or Responses.");
  }
  await writeTape(out, recording);
  const next = [`createFake({ model: replay(createFileTape(${JSON.stringify(out)})) })`];
  return { items: recording.notes.items, secrets: recording.secrets, variables: [], next };
}
