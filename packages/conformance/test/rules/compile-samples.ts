import { join } from "node:path";
import ts from "typescript";

/** A JSON value, and the official type that it is written as. */
export interface TypedSample {
  readonly type: OfficialType;
  readonly value: unknown;
}

/** The request types of the official clients, by the names that the samples use. */
const officialTypes = {
  create0: "Zero.MessageCreateParams",
  create1: "One.MessageCreateParams",
  createBeta0: "Zero.Beta.MessageCreateParams",
  createBeta1: "One.Beta.MessageCreateParams",
  count0: "Zero.MessageCountTokensParams",
  count1: "One.MessageCountTokensParams",
  countBeta0: "Zero.Beta.Messages.MessageCountTokensParams",
  countBeta1: "One.Beta.Messages.MessageCountTokensParams",
  chat: "OpenAI.ChatCompletionCreateParams",
} as const;

/** A request type of an official client; 0 and 1 are the major versions of the Messages client. */
export type OfficialType = keyof typeof officialTypes;

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

/** The places in each sample that its type refuses, as paths such as `tools.0.name`; "" is the whole. */
export function compileSamples(samples: readonly TypedSample[]): readonly (readonly string[])[] {
  const lines = samples.map(
    ({ type, value }, index) =>
      `export const _${index}: ${officialTypes[type]} = ${JSON.stringify(value)};`,
  );
  const program = createProgram([...imports, ...lines].join("\n"));
  const source = program.getSourceFile(file);
  if (!source) throw new Error("The samples are not part of the program.");
  const places = samples.map((): string[] => []);
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
    const line = source.getLineAndCharacterOfPosition(start).line - imports.length;
    const found = places[line];
    if (!found) throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    found.push(pathAt(source, start));
  }
  return places;
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

function pathAt(source: ts.SourceFile, position: number): string {
  const path: (string | number)[] = [];
  let node = nodeAt(source, position);
  for (; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name))
      path.unshift(node.name.text);
    if (ts.isArrayLiteralExpression(node.parent)) {
      path.unshift(node.parent.elements.indexOf(node as ts.Expression));
    }
  }
  return path.join(".");
}

/** The smallest node around a position. */
function nodeAt(source: ts.SourceFile, position: number): ts.Node {
  const within = (node: ts.Node): ts.Node =>
    ts.forEachChild(node, (child) =>
      position >= child.getStart(source) && position < child.getEnd() ? within(child) : undefined,
    ) ?? node;
  return within(source);
}
