// Reads type declarations of core with the TypeScript compiler.
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** A file of core's events. */
export const toEventsFile = (name) =>
  fileURLToPath(new URL(`../../packages/core/src/events/${name}`, import.meta.url));

/** Opens files, so that their types can be looked up by name and by reference. */
export function openTypes(files) {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
  });
  const checker = program.getTypeChecker();

  /** The declaration of a type that one of the files exports. */
  function find(name) {
    for (const file of files) {
      for (const statement of program.getSourceFile(file).statements) {
        if (isDeclaration(statement) && statement.name.text === name) return statement;
      }
    }
    throw new Error(`No file of the events declares ${name}.`);
  }

  /** The declaration that a reference leads to, through imports; `undefined` for one of the language. */
  function follow(reference) {
    const named = checker.getSymbolAtLocation(reference);
    const symbol =
      named && (named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named);
    const declaration = symbol?.declarations?.find(isDeclaration);
    const isOwn = declaration && !program.isSourceFileDefaultLibrary(declaration.getSourceFile());
    return isOwn ? declaration : undefined;
  }

  /** The words that a type stands for, or `undefined` if it is something else. */
  function wordsOf(declaration) {
    const type = checker.getTypeAtLocation(declaration.name);
    const parts = type.isUnion() ? type.types : [type];
    return parts.every((part) => part.isStringLiteral())
      ? parts.map(({ value }) => value)
      : undefined;
  }

  return { find, follow, wordsOf };
}

function isDeclaration(node) {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

/** The doc comment of a declaration or a member, on one line. */
export function docOf(node) {
  const [last] = (node.jsDoc ?? []).slice(-1);
  return last ? toText(last.getText()) : "";
}

/** The parts of a union, each with the doc comment before it, which stands in front of its bar. */
export function partsOf(union) {
  const text = union.getSourceFile().text;
  let end = union.getFullStart();
  return union.types.map((type) => {
    const before = text.slice(end, type.getStart());
    end = type.getEnd();
    return { type, doc: toText(before.match(/\/\*\*.*?\*\//s)?.[0] ?? "") };
  });
}

/** The text of a doc comment; its tags become sentences. */
function toText(comment) {
  return comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/ ?@default (.+?)\.?$/, " Default: $1.")
    .trim();
}
