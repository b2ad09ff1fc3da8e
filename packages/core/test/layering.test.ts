import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInPackages, doorkeepers, doors, optionalPackages, rooms } from "./layers.js";

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

/** A path as the rules name it: with a star for the format. */
function toRulePath(file: string): string {
  const format = formatOf(file);
  return format === undefined ? file : file.replace(`formats/${format}/`, "formats/*/");
}

/** The longest room that a file is in. */
function roomOf(file: string): string {
  const path = toRulePath(file);
  const found = Object.keys(rooms)
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .sort((one, other) => other.length - one.length);
  return found[0] ?? `no room for ${path}`;
}

/** The names under which the rules of a room may allow a target: the target itself, or its room. */
function namesOf({ file, target }: Import): readonly string[] {
  const isNeighbour = formatOf(file) !== undefined && formatOf(file) === formatOf(target);
  return [toRulePath(target), roomOf(target)].map((name) =>
    isNeighbour ? name.replace("formats/*/", "./") : name,
  );
}

const inside = imports.filter(({ target }) => target.endsWith(".ts"));
const show = ({ file, target }: Import) => `${file} imports ${target}`;

describe("the rooms of core", () => {
  it("hold every file", () => {
    expect(files.map(roomOf).filter((room) => room.startsWith("no room"))).toEqual([]);
  });

  it("import only what their rules allow", () => {
    const offenders = inside.filter(({ file, target }) => {
      if (roomOf(file) === roomOf(target) && formatOf(file) === formatOf(target)) return false;
      const allowed = rooms[roomOf(file)] ?? [];
      return !namesOf({ file, target }).some((name) => allowed.includes(name));
    });
    expect(offenders.map(show)).toEqual([]);
  });

  it("have no rule that matches nothing", () => {
    const used = new Set(
      inside.flatMap((each) => namesOf(each).map((name) => `${roomOf(each.file)} > ${name}`)),
    );
    const stale = Object.entries(rooms).flatMap(([room, targets]) =>
      targets.map((target) => `${room} > ${target}`).filter((rule) => !used.has(rule)),
    );
    const empty = Object.keys(rooms).filter((room) => !files.some((file) => roomOf(file) === room));
    expect([...stale, ...empty]).toEqual([]);
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
