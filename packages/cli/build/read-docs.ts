import { readFileSync } from "node:fs";
import ts from "typescript";

/** What a type and its members mean. */
export interface TypeDocs {
  readonly about: string;
  readonly members: ReadonlyMap<string, string>;
}

type Constants = ReadonlyMap<string, ts.Expression>;

/** The comments of the types that are inferred from the schemas of some files, by the names of the types. */
export function readDocs(files: readonly URL[]): ReadonlyMap<string, TypeDocs> {
  return new Map(files.flatMap(({ pathname }) => readFile(pathname)));
}

function readFile(path: string): readonly (readonly [string, TypeDocs])[] {
  const text = readFileSync(path, "utf8");
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = readConstants(statements);
  return statements.filter(ts.isTypeAliasDeclaration).flatMap((type) => {
    const schema = /^Inferred<typeof (\w+)>$/.exec(type.type.getText())?.[1];
    const shape = schema && findShape(constants.get(schema), constants);
    if (!shape) return [];
    const members = new Map(listMembers(shape, constants));
    return [[type.name.text, { about: textOf(type), members }] as const];
  });
}

function readConstants(statements: readonly ts.Statement[]): Constants {
  const declarations = statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      initializer ? [[name.getText(), initializer] as const] : [],
    ),
  );
}

/** The members that are given to `strictObject`; undefined if a schema is of no object. */
function findShape(
  schema: ts.Expression | undefined,
  constants: Constants,
): ts.ObjectLiteralExpression | undefined {
  if (!schema || !ts.isCallExpression(schema)) return undefined;
  if (!ts.isPropertyAccessExpression(schema.expression)) return undefined;
  const { name, expression } = schema.expression;
  if (name.text !== "strictObject") return findShape(expression, constants);
  return toLiteral(schema.arguments[0], constants);
}

function toLiteral(
  value: ts.Expression | undefined,
  constants: Constants,
): ts.ObjectLiteralExpression | undefined {
  if (value && ts.isIdentifier(value)) return toLiteral(constants.get(value.text), constants);
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** Members with their comments; those of another shape that is spread into this one too. */
function listMembers(
  shape: ts.ObjectLiteralExpression,
  constants: Constants,
): readonly (readonly [string, string])[] {
  return shape.properties.flatMap((member) => {
    if (!ts.isSpreadAssignment(member)) return [[member.name.getText(), textOf(member)] as const];
    const spread = toLiteral(member.expression, constants);
    return spread ? listMembers(spread, constants) : [];
  });
}

/** A comment with its default, as one text. */
function textOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  if (!comment) throw new Error(`${node.getText()} has no comment.`);
  const text = ts.getTextOfJSDocComment(comment.comment) ?? "";
  const [standard] = (comment.tags ?? []).filter(({ tagName }) => tagName.text === "default");
  const value = standard && ts.getTextOfJSDocComment(standard.comment);
  return value ? `${text} Default: ${value}.` : text;
}
