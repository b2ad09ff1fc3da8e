// Reads type declarations with the TypeScript compiler.
import ts from "typescript";
import { createHost } from "./host.mjs";

const options = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts"],
  types: [],
  module: ts.ModuleKind.NodeNext,
  strict: true,
  noEmit: true,
};

/**
 * Opens files, so that their types can be looked up by name and by reference. Of the modules that they
 * import, the files of this repository are read, and no others.
 * @param entries the source file of each entry of a package, by its name
 */
export function openTypes(files, entries = {}) {
  const program = ts.createProgram(files, options, createHost(options, entries));
  const checker = program.getTypeChecker();

  /** The declaration of a type that one of the files exports. */
  function find(name) {
    for (const file of files) {
      for (const statement of program.getSourceFile(file).statements) {
        if (isDeclaration(statement) && statement.name.text === name) return statement;
      }
    }
    throw new Error(`No file declares ${name}.`);
  }

  /** The declaration that a reference leads to, through imports and what a parameter extends; `undefined` for one of the language. */
  function follow(reference) {
    const named = checker.getSymbolAtLocation(reference);
    const symbol =
      named && (named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named);
    const parameter = symbol?.declarations?.find(ts.isTypeParameterDeclaration);
    if (parameter) return parameter.constraint && follow(parameter.constraint.typeName);
    const declaration = symbol?.declarations?.find(isDeclaration);
    const isOwn = declaration && !program.isSourceFileDefaultLibrary(declaration.getSourceFile());
    return isOwn ? declaration : undefined;
  }

  /** The declaration of the type whose members a computed type has, none of them required. */
  function followPartial(node) {
    const { aliasTypeArguments: [from] = [] } = checker.getNonNullableType(
      checker.getTypeFromTypeNode(node),
    );
    return from?.symbol?.declarations?.find(isDeclaration);
  }

  /** The words that a type stands for, or `undefined` if it is something else. */
  function wordsOf(declaration) {
    return wordsIn(checker.getTypeAtLocation(declaration.name));
  }

  /** The words that a type node stands for. */
  function wordsAt(node) {
    return wordsIn(checker.getTypeFromTypeNode(node));
  }

  /** The names of the members of a type. */
  function membersOf(declaration) {
    return checker
      .getPropertiesOfType(checker.getTypeAtLocation(declaration))
      .map(({ name }) => name);
  }
  return { program, checker, find, follow, followPartial, membersOf, wordsAt, wordsOf };
}

/** The texts of a union of texts. */
function wordsIn(type) {
  const parts = type.isUnion() ? type.types : [type];
  return parts.every((part) => part.isStringLiteral())
    ? parts.map(({ value }) => value)
    : undefined;
}

function isDeclaration(node) {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

/** The doc comment of a declaration or a member, on one line; its default becomes a sentence. */
export function docOf(node) {
  return toSentences(readDoc(node));
}

/** What the doc comment of a declaration or a member says, and the default that it names, if it names one. */
export function readDoc(node) {
  const [last] = (node.jsDoc ?? []).slice(-1);
  return last ? readComment(last.getText()) : { meaning: "" };
}

/** The parts of a union, each with the doc comment before it, which stands in front of its bar. */
export function partsOf(union) {
  const text = union.getSourceFile().text;
  let end = union.getFullStart();
  return union.types.map((type) => {
    const before = text.slice(end, type.getStart());
    end = type.getEnd();
    return { type, doc: toSentences(readComment(before.match(/\/\*\*.*?\*\//s)?.[0] ?? "")) };
  });
}

function readComment(comment) {
  const text = comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
  const [, meaning = text, fallback] = /^(.*?) ?@default (.+?)\.?$/.exec(text) ?? [];
  return { meaning, ...(fallback !== undefined && { fallback }) };
}

function toSentences({ meaning, fallback }) {
  return fallback === undefined ? meaning : `${meaning} Default: ${fallback}.`.trim();
}

/** A doc comment as far as it stands alone. */
export function firstSentence(doc) {
  const [first] = doc.split(/(?<=[.;:]) /);
  return first.replace(/[;:]$/, ".");
}
