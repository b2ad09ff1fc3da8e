import { existsSync, writeFileSync } from "node:fs";
import { createSecret } from "@diglot/core";
import type { Terminal } from "../terminal/confirm.js";
import { Failure } from "../terminal/failure.js";
import { print } from "../terminal/print.js";
import { askAnswers } from "./ask-answers.js";
import type { InitOptions } from "./options.js";
import { renderConfig } from "./render-config.js";

/**
 * Writes a config with comments, and prints what to do next. On a terminal it asks for what the options
 * leave open.
 * @throws Failure if the file is there, or cannot be written
 */
export async function init(file: string, options: InitOptions): Promise<void> {
  assertWritable(file, options);
  const terminal: Terminal = { input: process.stdin, output: process.stderr };
  writeConfig(file, renderConfig(await askAnswers(options, terminal)));
  const key = createSecret();
  print<"init">(options.json, { file, key }, () => renderNext(file, key));
}

function assertWritable(file: string, { force = false }: InitOptions): void {
  if (!/\.m?[jt]s$/.test(file)) {
    throw new Failure(`${file} would not be read as JavaScript.`, {
      hint: "Name a file that ends in .mjs, .js or .ts.",
    });
  }
  if (existsSync(file) && !force) {
    throw new Failure(`${file} is there already.`, { hint: "--force replaces it." });
  }
}

function writeConfig(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new Failure(`${file}: cannot be written: ${(cause as Error).message}`, { cause });
  }
}

function renderNext(file: string, key: string): string {
  return `${file} is written. Next:

export DIGLOT_KEY=${key}   # the key that clients send
diglot serve ${file} --check
diglot serve ${file}
`;
}
