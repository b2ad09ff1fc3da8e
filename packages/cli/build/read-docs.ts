import { readFileSync } from "node:fs";
import ts from "typescript";

/** What an interface and its members mean. */
export interface InterfaceDocs {
  readonly about: string;
  readonly members: ReadonlyMap<string, string>;
}

/** The comments of all interfaces of some files, by their names; inherited members included. */
export function readDocs(files: readonly URL[]): ReadonlyMap<string, InterfaceDocs> {
  const interfaces = files.flatMap(readInterfaces);
  const byName = new Map(interfaces.map((one) => [one.name.text, one]));
  const membersOf = (one: ts.InterfaceDeclaration): readonly (readonly [string, string])[] => [
    ...namesOfBases(one).flatMap((name) => membersOf(byName.get(name) ?? notFound(name))),
    ...one.members.map((member) => [member.name?.getText() ?? "", textOf(member)] as const),
  ];
  return new Map(
    interfaces.map((one) => [
      one.name.text,
      { about: textOf(one), members: new Map(membersOf(one)) },
    ]),
  );
}

function readInterfaces({ pathname }: URL): readonly ts.InterfaceDeclaration[] {
  const text = readFileSync(pathname, "utf8");
  const source = ts.createSourceFile(pathname, text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isInterfaceDeclaration);
}

function notFound(name: string): never {
  throw new Error(`There is no interface ${name}.`);
}

function namesOfBases(one: ts.InterfaceDeclaration): readonly string[] {
  return (one.heritageClauses ?? []).flatMap(({ types }) =>
    types.map(({ expression }) => expression.getText()),
  );
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
