// Prints what one exchange of each kind creates and calls, as exact numbers.
//
//   npm run counts
//   npm run counts -- --write                       # lowers the limits of counts.json to what was counted
//   npm run counts -- --write --raise "the reason"  # raises them too
//   npm run counts -- --root ../other-checkout      # another built checkout
//   npm run counts -- --out counts-before.json      # the numbers as JSON
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { writePage } from "../page/page.ts";
import { ownRoot } from "../shared/project.ts";
import { countProject } from "./count-project.ts";
import {
  describeDifference,
  findDifferences,
  lowerLimits,
  readLimits,
  writeLimits,
} from "./limits.ts";
import { countTables } from "./tables.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string", default: ownRoot },
    out: { type: "string" },
    write: { type: "boolean", default: false },
    raise: { type: "string" },
  },
});
const counts = countProject(resolve(values.root));
const limits = readLimits();

console.log(countTables(counts).join("\n\n"));
for (const difference of findDifferences(counts, limits)) {
  console.log(describeDifference(difference));
}
if (values.out) writeFileSync(values.out, `${JSON.stringify(counts, undefined, 2)}\n`);
if (values.write) {
  writeLimits(lowerLimits(counts, limits, values.raise));
  writePage();
}
