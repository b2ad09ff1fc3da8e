import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { licensesOf } from "../../../../scripts/licenses/licenses-of.mjs";
import { linksOf, readPage, repository, root } from "../documents/documents.js";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: unknown;
  readonly builtIn?: readonly string[];
  readonly [member: string]: unknown;
}

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

const readText = (path: string) => readFileSync(join(root, path), "utf8");

const packages = readdirSync(join(root, "packages"))
  .map((name) => `packages/${name}`)
  .filter((folder) => existsSync(join(root, folder, "package.json")))
  .map((folder) => ({
    folder,
    manifest: JSON.parse(readText(`${folder}/package.json`)) as Manifest,
  }))
  .filter(({ manifest }) => !manifest.private);

const license = readText("LICENSE");

/** What npm would put into the archive of each package, without writing it. */
function packAll(): ReadonlyMap<string, readonly string[]> {
  const workspaces = packages.flatMap(({ folder }) => ["--workspace", folder]);
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts", ...workspaces];
  const output = execFileSync("npm", words, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  const packed = JSON.parse(output.toString()) as readonly Packed[];
  return new Map(packed.map(({ name, files }) => [name, files.map(({ path }) => path)]));
}

/** The files that the exports and programs of a package name. */
function entriesOf({ exports, bin }: Manifest): readonly string[] {
  const named = [...JSON.stringify([exports, bin ?? {}]).matchAll(/"\.\/([^"]+\.[^"]+)"(?!:)/g)];
  return [...new Set(named.map(([, path = ""]) => path))];
}

/** What is published: the built files, the pages and lists that belong to them, and skills of agents. */
const published =
  /^(?:dist\/(?:config\/)?[\w-]+\.(?:js|cjs|d\.ts|d\.cts|schema\.json)|package\.json|README\.md|LICENSE|CHANGELOG\.md|THIRD-PARTY-LICENSES\.txt|sbom\.cdx\.json|skills\/[\w-]+\/SKILL\.md)$/;

const archives = packAll();

describe.each(packages.map((one) => [one.manifest.name, one] as const))("%s", (name, one) => {
  const { folder, manifest } = one;
  const files = archives.get(name) ?? [];

  it("publishes its entries, its license and its page", () => {
    const wanted = [...entriesOf(manifest), "LICENSE", "README.md", "package.json"];
    expect(entriesOf(manifest)).toContain("dist/index.js");
    expect(wanted.filter((path) => !files.includes(path))).toEqual([]);
  });

  it("publishes nothing else: no sources, no tests, no source maps", () => {
    expect(files.filter((path) => !published.test(path))).toEqual([]);
    const built = files.filter((path) => /\.c?js$/.test(path));
    const mapped = built.filter((path) =>
      readText(`${folder}/${path}`).includes("sourceMappingURL"),
    );
    expect(mapped).toEqual([]);
  });

  it("has types that compile where zod is not installed, apart from those of schemas and for formats", () => {
    const types = files.filter(
      (path) => /\.d\.c?ts$/.test(path) && !/\/(?:schemas|formats)\./.test(path),
    );
    expect(types).toContain("dist/index.d.ts");
    const needing = types.filter((path) => /["']zod\b/.test(readText(`${folder}/${path}`)));
    expect(needing).toEqual([]);
  });

  it("publishes its changes, its bill of materials and foreign licenses once they are written", () => {
    const licenses = manifest.builtIn ? ["THIRD-PARTY-LICENSES.txt"] : [];
    const skills = existsSync(join(root, folder, "skills")) ? ["skills"] : [];
    const wanted = ["dist", ...skills, "CHANGELOG.md", ...licenses, "sbom.cdx.json"];
    expect(manifest.files).toEqual(wanted);
  });

  it("includes the license of each package that is built into it", () => {
    const licenses = licensesOf(join(root, folder)).split(/^-{80}$/m);
    const isLicensed = (name: string) =>
      licenses.some(
        (text) =>
          text.trim().startsWith(`${name}@`) &&
          /Copyright[\s\S]+Permission is hereby granted, free of charge/.test(text),
      );
    expect((manifest.builtIn ?? []).filter((name) => !isLicensed(name))).toEqual([]);
  });

  it("says who made it, under which license, and where it lives", () => {
    expect(manifest).toMatchObject({
      license: "MIT",
      author: "The Diglot authors",
      homepage: `${repository}/tree/main/${folder}#readme`,
      repository: { type: "git", url: `git+${repository}.git`, directory: folder },
      bugs: `${repository}/issues`,
      keywords: expect.arrayContaining(["diglot", "llm"]),
      description: expect.stringMatching(/\.$/),
    });
    expect(readText(`${folder}/LICENSE`)).toBe(license);
  });

  it("has a page whose links work where there is no repository", () => {
    const links = linksOf(readPage(`${folder}/README.md`));
    expect(links.filter((link) => !/^(?:https:\/\/|#)/.test(link))).toEqual([]);
  });
});
