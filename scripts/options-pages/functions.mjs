// Finds the public functions that take options, and the types of these options.
import ts from "typescript";
import { docOf, firstSentence } from "../types-page/declarations.mjs";
import { entries, folderOf } from "./entries.mjs";

/** The names of types of which a caller writes a value: options, and the parts of a list that is passed. */
const isOptions = (name) =>
  /Options$|UpstreamCapabilities$|^(?:MemoryKey|ServiceDescription|TimeLimits|WeightedModel)$/.test(
    name,
  );

/** The functions of every entry, in the order of their names, each once. */
export function listFunctions(types) {
  const seen = new Set();
  return Object.entries(entries).flatMap(([entry, file]) => {
    const functions = exportsOf(types, file).flatMap((symbol) => toFunction(types, symbol, entry));
    const fresh = functions.filter(({ declaration }) => !seen.has(declaration));
    for (const { declaration } of fresh) seen.add(declaration);
    return fresh.toSorted((one, other) => one.name.localeCompare(other.name));
  });
}

/** The types of options that packages export, so that others refer to them instead of repeating them. */
export function listPublicOptions(types) {
  const exported = Object.values(entries).flatMap((file) => exportsOf(types, file));
  const declarations = exported.flatMap((symbol) => targetOf(types, symbol).declarations ?? []);
  return new Set(declarations.filter((one) => isOptions(one.name?.text ?? "") && !isComputed(one)));
}

/** Whether the members of a type are computed, so that it has no comments of its own to refer to. */
function isComputed(declaration) {
  return ts.isTypeAliasDeclaration(declaration) && ts.isMappedTypeNode(declaration.type);
}

function exportsOf({ program, checker }, file) {
  return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
}

function targetOf({ checker }, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function toFunction(types, symbol, entry) {
  const { checker } = types;
  const target = targetOf(types, symbol);
  const declaration = target.valueDeclaration;
  if (!declaration) return [];
  const options = optionsOf(types, checker.getTypeOfSymbolAtLocation(target, declaration));
  if (options.length === 0) return [];
  const folder = folderOf(declaration.getSourceFile().fileName);
  return [
    { name: symbol.name, entry, folder, declaration, options, meaning: aboutOf(declaration) },
  ];
}

/** The declarations of the options that a function or a class takes. */
function optionsOf(types, type) {
  const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  const parameters = signatures.flatMap(({ parameters }) => parameters);
  const found = parameters.flatMap(({ valueDeclaration }) =>
    valueDeclaration?.type ? referencesIn(valueDeclaration.type) : [],
  );
  return [...new Set(found.map(({ typeName }) => types.follow(typeName)).filter(Boolean))];
}

/** The references to types of options in a type, and what they are made with. */
function referencesIn(node) {
  if (ts.isFunctionTypeNode(node)) return [];
  const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : undefined;
  if (name !== undefined && name !== "Partial" && !isOptions(name)) return [];
  const own = name === undefined || name === "Partial" ? [] : [node];
  return [...own, ...node.getChildren().flatMap(referencesIn)];
}

/** What a function does, in its first sentence. The comment of a constant stands before its statement. */
function aboutOf(declaration) {
  const commented = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return firstSentence(docOf(commented).replace(/ ?@.*$/, ""));
}
