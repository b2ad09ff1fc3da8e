import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { writePrivateFile } from "./write-private-file.js";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "diglot-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe("writePrivateFile", () => {
  it("makes a file that only its user can read", () => {
    const file = join(newFolder(), "used.json");
    writePrivateFile(file, "new");
    expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["new", 0o600]);
  });

  it("replaces a file that others could read, and leaves nothing beside it", () => {
    const folder = newFolder();
    const file = join(folder, "used.json");
    writeFileSync(file, "a longer text from before");
    chmodSync(file, 0o644);
    writePrivateFile(file, "new");
    expect([readFileSync(file, "utf8"), modeOf(file)]).toEqual(["new", 0o600]);
    expect(readdirSync(folder)).toEqual(["used.json"]);
  });

  it("writes through no second name of the same file", () => {
    const folder = newFolder();
    const [file, other] = [join(folder, "used.json"), join(folder, "other")];
    writeFileSync(other, "mine");
    linkSync(other, file);
    writePrivateFile(file, "new");
    expect([readFileSync(file, "utf8"), readFileSync(other, "utf8")]).toEqual(["new", "mine"]);
  });

  it.each(["other", "missing"])("refuses a link, to a file that is there or not: %s", (target) => {
    const folder = newFolder();
    const file = join(folder, "used.json");
    writeFileSync(join(folder, "other"), "mine");
    symlinkSync(join(folder, target), file);
    expect(() => writePrivateFile(file, "new")).toThrow(
      `${file}: cannot be written: it is a link, and is not replaced.`,
    );
    expect(readFileSync(join(folder, "other"), "utf8")).toBe("mine");
    expect(readdirSync(folder).sort()).toEqual(["other", "used.json"]);
  });

  it("names the file that it cannot write", () => {
    const folder = newFolder();
    const file = join(folder, "missing", "used.json");
    expect(() => writePrivateFile(file, "new")).toThrow(`${file}: cannot be written: ENOENT`);
    mkdirSync(join(folder, "folder"));
    expect(() => writePrivateFile(join(folder, "folder"), "new")).toThrow("it is not a file");
  });
});
