import ts from "typescript";
import { tallyKey } from "./tally.ts";

/** A text that is put into a source, and where. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

const name = "__tally";
const add = (metric: string, count = 1) =>
  `${name}.add("${metric}"${count > 1 ? `, ${count}` : ""})`;

/**
 * The same program, which tells the tally of its process about each call, each function that it
 * creates, and each long array that it writes down. Lines stay where they are.
 */
export function instrument(source: string): string {
  const file = ts.createSourceFile(
    "module.js",
    source,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.JS,
  );
  const insertions: Insertion[] = [{ at: 0, text: `const ${name} = globalThis.${tallyKey};` }];
  visit(file, file, insertions);
  return apply(source, insertions);
}

/** Collects what is inserted in the order of the source: what begins further out comes first. */
function visit(node: ts.Node, file: ts.SourceFile, insertions: Insertion[]): void {
  const opening = openingOf(node);
  if (opening) insertions.push({ at: node.getStart(file), text: opening });
  const start = startOf(node, file);
  if (start) insertions.push(start);
  ts.forEachChild(node, (child) => visit(child, file, insertions));
  if (isConcise(node.parent) && node.parent.body === node)
    insertions.push({ at: node.end, text: ")" });
  if (opening) insertions.push({ at: node.end, text: ")" });
}

/** What surrounds an expression that creates functions or an array. */
function openingOf(node: ts.Node): string | undefined {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return `(${add("closures")}, `;
  if (ts.isArrayLiteralExpression(node) && mayBeLong(node)) return `${name}.array(`;
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const methods = node.properties.filter((member) => ts.isFunctionLike(member)).length;
  return methods > 0 ? `(${add("closures", methods)}, ` : undefined;
}

/** What stands at the start of a body: one call, and the functions that the block declares. */
function startOf(node: ts.Node, file: ts.SourceFile): Insertion | undefined {
  if (isConcise(node.parent) && node.parent.body === node) {
    return { at: node.getStart(file), text: `(${add("calls")}, ` };
  }
  if (!ts.isBlock(node)) return undefined;
  const declared = node.statements.filter(ts.isFunctionDeclaration).length;
  const statements = [
    ts.isFunctionLike(node.parent) ? add("calls") : "",
    declared > 0 ? add("closures", declared) : "",
  ].filter((text) => text !== "");
  return statements.length > 0
    ? { at: node.getStart(file) + 1, text: `${statements.join(";")};` }
    : undefined;
}

/** Whether a function's body is an expression. */
function isConcise(node: ts.Node | undefined): node is ts.ArrowFunction {
  return node !== undefined && ts.isArrowFunction(node) && !ts.isBlock(node.body);
}

function mayBeLong(node: ts.ArrayLiteralExpression): boolean {
  const spreads = node.elements.some(ts.isSpreadElement);
  return (spreads || node.elements.length > 16) && !isPattern(node);
}

/** Whether a literal is one that values are assigned to. */
function isPattern(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  }
  if (ts.isForOfStatement(parent)) return parent.initializer === node;
  const within =
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isSpreadElement(parent);
  return within && isPattern(parent);
}

function apply(source: string, insertions: readonly Insertion[]): string {
  const ends = [...insertions.slice(1).map(({ at }) => at), source.length];
  return insertions.map(({ at, text }, index) => text + source.slice(at, ends[index])).join("");
}
