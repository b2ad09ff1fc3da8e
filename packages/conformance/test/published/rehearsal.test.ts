import { describe, expect, it } from "vitest";
import { manifestFaults } from "../../../../scripts/rehearse-release/manifest.mjs";
import { changelogEntry } from "../../../../scripts/release-notes/changelog-entry.mjs";

const manifest = {
  name: "@diglot/one",
  version: "0.2.0",
  description: "One package.",
  keywords: ["one"],
  license: "MIT",
  author: "The authors",
  homepage: "https://example.com",
  bugs: "https://example.com/issues",
  repository: { type: "git", url: "git+https://example.com/one.git", directory: "packages/one" },
  engines: { node: ">=22" },
  types: "./dist/index.d.ts",
  dependencies: { "@diglot/two": "0.2.0", zod: "^4.0.0" },
  peerDependencies: { "@diglot/three": "^0.2.0" },
};
const published = ["@diglot/one", "@diglot/two", "@diglot/three"];

describe("the rehearsal of a release", () => {
  it("has nothing against a complete manifest", () => {
    expect(manifestFaults(manifest, published)).toEqual([]);
  });

  it.each([
    ["a member that a registry shows", { homepage: undefined }, 'package.json has no "homepage".'],
    ["keywords", { keywords: [] }, '"keywords" is empty.'],
    ["the oldest Node", { engines: {} }, '"engines" does not name Node.'],
    [
      "the folder",
      { repository: { url: "git+https://example.com" } },
      '"repository" has no directory.',
    ],
  ])("misses %s", (_title, change, fault) => {
    expect(manifestFaults({ ...manifest, ...change }, published)).toEqual([fault]);
  });

  it("refuses a script that runs at the installation", () => {
    const scripts = { build: "tsup", postinstall: "node install.js" };
    const faults = manifestFaults({ ...manifest, scripts }, published);
    expect(faults).toEqual(['package.json has the script "postinstall".']);
  });

  it.each([
    [
      "of this folder",
      { dependencies: { zod: "file:../zod" } },
      '"zod": "file:../zod" is no version.',
    ],
    [
      "that is private",
      { dependencies: { "@diglot/bench": "0.2.0" } },
      '"@diglot/bench": "0.2.0" is not published.',
    ],
    [
      "of another version",
      { dependencies: { "@diglot/two": "0.1.0" } },
      '"@diglot/two": "0.1.0" is not "0.2.0".',
    ],
    [
      "of any later version",
      { peerDependencies: { "@diglot/three": ">=0.2.0" } },
      '"@diglot/three": ">=0.2.0" is not "^0.2.0".',
    ],
  ])("refuses a dependency %s", (_title, change, fault) => {
    expect(manifestFaults({ ...manifest, ...change }, published)).toEqual([fault]);
  });

  it("finds the entry of one version in a changelog", () => {
    const changelog =
      "# one\n\n## 0.10.0\n\n- Third.\n\n## 0.1.0\n\n### Minor Changes\n\n- First.\n";
    expect(changelogEntry(changelog, "0.1.0")).toBe("### Minor Changes\n\n- First.");
    expect(changelogEntry(changelog, "0.10.0")).toBe("- Third.");
    expect(changelogEntry(changelog, "0.2.0")).toBeUndefined();
  });
});
