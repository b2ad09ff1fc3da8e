// Finds the members of object types.
import ts from "typescript";

/** @param {(declaration: ts.Node) => boolean} isNamed whether a type has a section, so that its members are not repeated */
export function createMembers(types, isNamed) {
  /** The members and the bases of an object type. The members of a type without a section are its own. */
  function flatten(type) {
    if (ts.isIntersectionTypeNode(type)) return join(type.types.map(flatten));
    if (ts.isParenthesizedTypeNode(type)) return flatten(type.type);
    if (ts.isTypeLiteralNode(type)) return { members: [...type.members], bases: [] };
    // Members that are computed are declared once more where they have a comment.
    if (ts.isMappedTypeNode(type)) return { members: [], bases: [] };
    if (isPartial(type)) return { members: [], bases: [type] };
    if (isPick(type)) return pick(type);
    const target = types.follow(nameOf(type));
    if (!target || isNamed(target)) return { members: [], bases: [type] };
    return flattenDeclaration(target);
  }

  function flattenDeclaration(declaration) {
    if (ts.isTypeAliasDeclaration(declaration)) return flatten(declaration.type);
    const parents = (declaration.heritageClauses ?? []).flatMap(({ types }) => types.map(flatten));
    return join([...parents, { members: [...declaration.members], bases: [] }]);
  }

  function pick({ typeArguments: [from, names] }) {
    const wanted = literalsOf(names);
    const { members } = flattenDeclaration(types.follow(nameOf(from)));
    return { members: members.filter(({ name }) => wanted.includes(name.getText())), bases: [] };
  }

  return { flatten, flattenDeclaration };
}

/** The name of a type that is referred to, or extended. */
export function nameOf(type) {
  return type.typeName ?? type.expression;
}

/** Whether a file exports a declaration. */
export function isExported(declaration) {
  return declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Whether a type has the members of another one, none of which is required. */
export function isPartial(type) {
  return nameOf(type)?.getText() === "Partial";
}

/** Whether a type has some of the members of another one. */
function isPick(type) {
  return nameOf(type)?.getText() === "Pick";
}

/** The texts in a union of literals. */
export function literalsOf(type) {
  const parts = ts.isUnionTypeNode(type) ? type.types : [type];
  return parts.map((part) => part.getText().replaceAll('"', ""));
}

function join(parts) {
  return {
    members: parts.flatMap(({ members }) => members),
    bases: parts.flatMap(({ bases }) => bases),
  };
}
