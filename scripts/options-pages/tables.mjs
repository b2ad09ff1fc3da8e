// Decides which types have a table of their own, and which are said in place.
import ts from "typescript";

/** Types whose values come from a function of Diglot, or from a package with a format of its own. */
const made = new Set(["FormatDescription", "Inspector", "OneTimeLink", "Operation", "Schema"]);

/** Whether a type is an object of plain values, so that a table shows how to write one. */
export function isTable(declaration, named, follow) {
  if (named.has(declaration)) return true;
  if (made.has(declaration.name.text)) return false;
  const members = membersOf(declaration);
  const parents = parentsOf(declaration).map(follow);
  return (
    members.length + parents.length > 0 &&
    members.every((member) => ts.isPropertySignature(member) && isPlain(member.type)) &&
    parents.every((parent) => !parent || isTable(parent, named, follow))
  );
}

/** Whether what a type stands for can be said in its place. */
export function isShort(type) {
  const isSimple =
    ts.isUnionTypeNode(type) ||
    ts.isArrayTypeNode(type) ||
    type.kind === ts.SyntaxKind.StringKeyword;
  return isSimple && type.getText().length < 200;
}

function membersOf(declaration) {
  if (ts.isInterfaceDeclaration(declaration)) return [...declaration.members];
  return ts.isTypeLiteralNode(declaration.type) ? [...declaration.type.members] : [];
}

/** The names of the types that a declaration extends. */
function parentsOf({ heritageClauses = [] }) {
  return heritageClauses.flatMap(({ types }) => types.map(({ expression }) => expression));
}

function isPlain(type) {
  if (ts.isFunctionTypeNode(type)) return false;
  return (
    !ts.isUnionTypeNode(type) ||
    type.types.every((part) => part.kind !== ts.SyntaxKind.FunctionType)
  );
}
