import { join } from "node:path";
import ts from "typescript";

/** Names of the official clients in a program; 0 and 1 are the major versions of the Messages client. */
const imports = [
  'import type One from "@anthropic-ai/sdk";',
  'import type Zero from "anthropic-sdk-0";',
  'import type OpenAI from "openai";',
];

/** The file is never written; it only has a place, from which the clients are found. */
const file = join(import.meta.dirname, "samples-in-memory.mts");

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2022.d.ts"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Lines of code that the compiler has read, beside the declarations of the official clients. */
export interface OfficialProgram {
  readonly program: ts.Program;
  readonly source: ts.SourceFile;
  /** The line of a position, counted from the first of the given lines. */
  readonly lineAt: (position: number) => number;
}

/** Compiles lines that may name the official clients `One`, `Zero` and `OpenAI`. */
export function compileLines(lines: readonly string[]): OfficialProgram {
  const program = createProgram([...imports, ...lines].join("\n"));
  const source = program.getSourceFile(file);
  if (!source) throw new Error("The lines are not part of the program.");
  const lineAt = (position: number) =>
    source.getLineAndCharacterOfPosition(position).line - imports.length;
  return { program, source, lineAt };
}

function createProgram(text: string): ts.Program {
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, languageVersion, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, languageVersion, true)
      : getSourceFile(name, languageVersion, ...rest);
  return ts.createProgram([file], options, host);
}
