// Writes dist/config/types.d.ts: the public types of a config as interfaces. In src they are inferred from
// schemas; declarations of that kind would need zod, and have no comments at their members.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { commentOf, TypeWriter } from "./type-writer.ts";

const types = pathTo("../src/config/types.ts");
const inferred = pathTo("../src/config/schema/inferred.ts");
const target = pathTo("../dist/config/types.d.ts");

const program = createProgram();
const checker = program.getTypeChecker();
const published = listPublished();
const [imports, imported] = listImported();
const named = new Map([...imported, ...published].map((one) => [one.name, typeOf(one)] as const));
const writer = new TypeWriter(checker, named);
const texts = published.map((one) => `${commentOf(one)}\n${writer.declare(one.name, typeOf(one))}`);
mkdirSync(pathTo("../dist/config"), { recursive: true });
writeFileSync(target, `${[imports, ...texts].join("\n\n")}\n`);

function pathTo(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

function createProgram(): ts.Program {
  const project = pathTo("../tsconfig.json");
  const { config } = ts.readConfigFile(project, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, pathTo(".."));
  return ts.createProgram([types], { ...options, stableTypeOrdering: true });
}

/** The types that `src/config/types.ts` exports. */
function listPublished(): readonly ts.Symbol[] {
  const module = symbolOf(program.getSourceFile(types));
  return checker.getExportsOfModule(module).map((one) => checker.getAliasedSymbol(one));
}

/** The types that the schemas have from core, and the line that imports them. */
function listImported(): readonly [string, readonly ts.Symbol[]] {
  const file = program.getSourceFile(inferred);
  const [declaration] = file?.statements.filter(ts.isImportDeclaration) ?? [];
  const bindings = declaration?.importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings)) throw new Error(`${inferred} imports nothing.`);
  const symbols = bindings.elements.map(({ name }) => checker.getAliasedSymbol(symbolOf(name)));
  return [declaration.getText(), symbols];
}

function symbolOf(node: ts.Node | undefined): ts.Symbol {
  const symbol = node && checker.getSymbolAtLocation(node);
  if (!symbol) throw new Error(`${node?.getText() ?? types} cannot be found.`);
  return symbol;
}

function typeOf(symbol: ts.Symbol): ts.Type {
  return checker.getDeclaredTypeOfSymbol(symbol);
}
