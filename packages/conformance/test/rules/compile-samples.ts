import ts from "typescript";
import { compileLines } from "./official-program.js";

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
  responses: "OpenAI.Responses.ResponseCreateParams",
} as const;

/** A request type of an official client, and of which major version. */
export type OfficialType = keyof typeof officialTypes;

/** The places in each sample that its type refuses, as paths such as `tools.0.name`; "" is the whole. */
export function compileSamples(samples: readonly TypedSample[]): readonly (readonly string[])[] {
  const lines = samples.map(
    ({ type, value }, index) =>
      `export const _${index}: ${officialTypes[type]} = ${JSON.stringify(value)};`,
  );
  const { program, source, lineAt } = compileLines(lines);
  const places = samples.map((): string[] => []);
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
    const found = places[lineAt(start)];
    if (!found) throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    found.push(pathAt(source, start));
  }
  return places;
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
