import ts from "typescript";
import { compileLines } from "./official-program.js";

/** The words of each type, which is a union of them: `One.MessageParam["role"]`. */
export function wordsOfTypes(types: readonly string[]): readonly (readonly string[])[] {
  const { program, source } = compileLines(
    types.map((type, index) => `export type _${index} = ${type};`),
  );
  const [problem] = program.getSemanticDiagnostics(source);
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  const checker = program.getTypeChecker();
  return source.statements
    .filter(ts.isTypeAliasDeclaration)
    .map((alias) => literalsOf(checker.getTypeAtLocation(alias)));
}

/** Its literals, beside which a list that is open has other members. */
function literalsOf(type: ts.Type): readonly string[] {
  const members = type.isUnion() ? type.types : [type];
  return members.filter((member) => member.isStringLiteral()).map(({ value }) => value);
}
