import { it } from "vitest";
import type { ContractCase } from "../../../src/contracts/index.js";

/** Stores with one defect each, made of one that works. */
export type Mutants<Store> = Readonly<Record<string, (store: Store) => Store>>;

/** A suite is worth something if each of these stores fails one of its cases. */
export function itNotices<Store>(
  mutants: Mutants<Store>,
  toSuite: (mutate: (store: Store) => Store) => readonly ContractCase[],
): void {
  for (const [defect, mutate] of Object.entries(mutants)) {
    it.concurrent(`notices a store that ${defect}`, async ({ expect }) => {
      expect(await findFailing(toSuite(mutate))).toBeDefined();
    });
  }
}

async function findFailing(cases: readonly ContractCase[]): Promise<string | undefined> {
  for (const { name, run } of cases) {
    const kept = await run().then(
      () => true,
      () => false,
    );
    if (!kept) return name;
  }
  return undefined;
}

/** The check of a store that cannot be reached. */
export const failedCheck = () => Promise.reject(new Error("The store cannot be reached."));

/** The amounts of a refusal that nobody reads. */
export const noAmounts = { wanted: 1, available: 0 };
