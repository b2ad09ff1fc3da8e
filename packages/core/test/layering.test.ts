import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInPackages, doorkeepers, doors, floorsOf, optionalPackages } from "./layers.js";

const root = resolve(import.meta.dirname, "../src");

interface Import {
  readonly file: string;
  /** A file of `src`, or the name of a package. */
  readonly target: string;
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("__fixtures__"),
);
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const imports: readonly Import[] = [...sources].flatMap(([file, source]) =>
  [...source.matchAll(/(?:^|\n)(?:import|export)[^;]*?from "([^"]+)"/g)].map(([, name = ""]) => ({
    file,
    target: toTarget(file, name),
  })),
);
const formats = readdirSync(join(root, "formats"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function toTarget(file: string, name: string): string {
  if (!name.startsWith(".")) return name;
  return relative(root, join(root, dirname(file), name)).replace(/\.js$/, ".ts");
}

/** The format in whose folder a file is, if it is in one. */
function formatOf(file: string): string | undefined {
  return formats.find((format) => file.startsWith(`formats/${format}/`));
}

const inside = imports.filter(({ target }) => target.endsWith(".ts"));
const show = ({ file, target }: Import) => `${file} imports ${target}`;

/** A path in a folder of the floors, `undefined` if it is not in it. */
function toPathIn(folder: string, file: string): string | undefined {
  const format = formatOf(file);
  const path = `src/${format && folder.includes("*") ? file.replace(format, "*") : file}`;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** What a path belongs to, the longest of the names of a folder, and the floor of that name. */
function placeOf(path: string, folder: string) {
  const floors = floorsOf[folder] ?? [];
  const names = floors.flatMap((floor, level) => floor.map((name) => ({ name, level })));
  const [found] = names
    .filter(({ name }) => holds(name, path))
    .sort((one, other) => other.name.length - one.name.length);
  return found ?? { name: `no floor of ${folder} has ${path}`, level: Number.NaN };
}

function holds(name: string, path: string): boolean {
  if (name === ".") return !path.includes("/");
  if (name === "*") return formats.some((format) => path.startsWith(`${format}/`));
  return path === name || path.startsWith(`${name}/`);
}

describe.each(Object.keys(floorsOf))("the floors of %s", (folder) => {
  const paths = files.flatMap((file) => toPathIn(folder, file) ?? []);

  it("have every file, and no name without a file", () => {
    const places = paths.map((path) => placeOf(path, folder));
    expect(places.filter(({ level }) => Number.isNaN(level))).toEqual([]);
    const used = new Set(places.map(({ name }) => name));
    expect(floorsOf[folder]?.flat().filter((name) => !used.has(name))).toEqual([]);
  });

  it("import only from floors below", () => {
    const offenders = inside.filter(({ file, target }) => {
      const [from, to] = [toPathIn(folder, file), toPathIn(folder, target)];
      if (from === undefined || to === undefined) return false;
      const [above, below] = [placeOf(from, folder), placeOf(to, folder)];
      return above.name !== below.name && above.level <= below.level;
    });
    expect(offenders.map(show)).toEqual([]);
  });
});

describe("a format", () => {
  it("is entered only through its doors, and only by those who open them", () => {
    const entries = inside.filter(
      ({ file, target }) => formatOf(target) !== undefined && formatOf(target) !== formatOf(file),
    );
    const offenders = entries.filter(({ file, target }) => {
      const place = target.split("/").slice(2);
      return !doors.includes(place[0] ?? "") || !doorkeepers.includes(file);
    });
    expect(offenders.map(show)).toEqual([]);
    expect(doorkeepers.filter((keeper) => !entries.some(({ file }) => file === keeper))).toEqual(
      [],
    );
  });

  it("has the same folders as every other one", () => {
    const [first = [], ...others] = formats.map((format) =>
      readdirSync(join(root, "formats", format), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => relative(join(root, "formats", format), join(entry.parentPath, entry.name)))
        .sort(),
    );
    expect(first.length).toBeGreaterThan(10);
    for (const other of others) expect(other).toEqual(first);
  });
});

describe("the sources of core", () => {
  it("import no package, except those that are built in or that a single entry needs", () => {
    const packages = imports.filter(({ target }) => !target.endsWith(".ts"));
    const outside = packages.filter(({ target }) => !builtInPackages.includes(target));
    expect(
      builtInPackages.filter((name) => !packages.some(({ target }) => target === name)),
    ).toEqual([]);
    const offenders = outside.filter(({ file, target }) => optionalPackages[target] !== file);
    expect(offenders.map(show)).toEqual([]);
    expect(outside.map(({ target }) => target)).toEqual(Object.keys(optionalPackages));
  });

  it("use no module and no global of Node", () => {
    const offenders = [...sources].filter(([, source]) => {
      const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
      return /\bfrom "node:|\brequire\(|\bprocess\.|\bBuffer\b|\bglobalThis\.process|\bsetImmediate\(/.test(
        code,
      );
    });
    expect(offenders.map(([file]) => file)).toEqual([]);
  });
});
