import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Page } from "../pages/page.ts";
import { root, tools } from "../places.ts";
import { loadTool } from "../tools.ts";
import { correctAnchors } from "./anchors.ts";
import { findEntries, type PublicEntry } from "./entries.ts";

/** The parts of TypeDoc that are used here. */
interface TypeDoc {
  readonly Application: {
    bootstrapWithPlugins(options: Readonly<Record<string, unknown>>): Promise<Application>;
  };
}

interface Application {
  convert(): Promise<Project | undefined>;
  generateOutputs(project: Project): Promise<void>;
  readonly logger: { hasErrors(): boolean };
}

interface Project {
  name: string;
  readonly children?: readonly { name: string }[];
}

const layout = {
  plugin: ["typedoc-plugin-markdown"],
  readme: "none",
  entryFileName: "index",
  outputFileStrategy: "modules",
  excludeScopesInPaths: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  indexFormat: "list",
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
  // Braces in a comment would be an expression of the page.
  sanitizeComments: true,
};

const content = {
  disableSources: true,
  disableGit: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  // The compiler has checked these declarations; it was started for other files than TypeDoc's.
  skipErrorChecking: true,
  validation: false,
  logLevel: "Error",
};

/**
 * A page for each public module of each published package, made by TypeDoc from its doc comments, and
 * an index.
 * @throws Error if TypeDoc fails, for example because the packages are not built
 */
export async function createApiPages(): Promise<readonly Page[]> {
  const folder = mkdtempSync(join(tools, "api-"));
  try {
    await writePages(folder, findEntries(root));
    return await Promise.all(readPages(folder).map(correctAnchors));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writePages(folder: string, entries: readonly PublicEntry[]): Promise<void> {
  const files = entries.map(({ file }) => join(root, file));
  const tsconfig = join(folder, "tsconfig.json");
  writeFileSync(tsconfig, JSON.stringify({ extends: join(root, "tsconfig.json"), files }));
  const { Application } = await loadTool<TypeDoc>("typedoc");
  const options = { ...layout, ...content, entryPoints: files, tsconfig, basePath: root };
  const application = await Application.bootstrapWithPlugins({ ...options, out: folder });
  const project = await application.convert();
  if (!project) throw new Error("TypeDoc found no declarations. Build the packages first.");
  rename(project, entries);
  await application.generateOutputs(project);
  if (application.logger.hasErrors()) throw new Error("TypeDoc failed. Its messages are above.");
}

/** Gives the modules the names that programs import, in place of those of their files. */
function rename(project: Project, entries: readonly PublicEntry[]): void {
  project.name = "API reference";
  const names = new Map(
    entries.map(({ name, file }) => [file.replace(/(\/index)?\.d\.ts$/, ""), name]),
  );
  for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
}

function readPages(folder: string): readonly Page[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .map((path) => ({
      path: posix.join("api", path),
      text: readFileSync(join(folder, path), "utf8"),
    }));
}
