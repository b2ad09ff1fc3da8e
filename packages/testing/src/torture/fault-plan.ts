import { createRandom } from "../common/random.js";
import type { LedgerFault, LedgerFaultPlan } from "./ledger-faults.js";

/**
 * One fault in five calls, and now and then an outage of all calls. A call that hangs answers after
 * so many milliseconds.
 */
export function createFaultPlan(seed: number, hang: number): LedgerFaultPlan {
  const random = createRandom(seed, -1);
  let downUntil = 0;
  return () => {
    const now = performance.now();
    if (now < downUntil) return { name: "fail-before" };
    const milliseconds = random.between(1, 30);
    const name = random.pick<LedgerFault["name"] | "outage">(
      ["none", 100],
      ["fail-before", 5],
      ["fail-after", 5],
      ["late", 5],
      ["hang", 3],
      ["twice", 5],
      ["outage", 0.5],
    );
    if (name !== "outage") return { name, milliseconds: name === "hang" ? hang : milliseconds };
    downUntil = now + 60;
    return { name: "fail-before" };
  };
}
