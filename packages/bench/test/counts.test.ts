import { beforeAll, describe, expect, it } from "vitest";
import { countProject, type ProjectCounts } from "../src/counts/count-project.ts";
import { describeDifference, findDifferences, readLimits } from "../src/counts/limits.ts";
import { ownRoot } from "../src/shared/project.ts";

/** Milliseconds: each kind of exchange is counted in a process that records every call. */
const patience = 240_000;

describe("the counts of one exchange of each kind", () => {
  const limits = readLimits();
  let counts: ProjectCounts;

  beforeAll(() => {
    counts = countProject(ownRoot);
  }, patience);

  it("have a limit each", () => {
    expect(Object.keys(limits.limits), "Run `npm run counts -- --write`.").toEqual(
      Object.keys(counts),
    );
  });

  it("stay within their limits", ({ annotate }) => {
    const differences = findDifferences(counts, limits);
    const [above, below] = [
      differences.filter(({ count, limit }) => count > limit),
      differences.filter(({ count, limit }) => count < limit),
    ];
    if (below.length > 0) {
      const lower = below.map(describeDifference).join("\n");
      void annotate(`Lower these limits with \`npm run counts -- --write\`:\n${lower}`);
    }
    expect(above.map(describeDifference)).toEqual([]);
  });
});
