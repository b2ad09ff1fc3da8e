// Ledgers that show what a service asks of one.

/** A ledger that writes nothing down. */
export const withoutAccounting = {
  reserve: async () => undefined,
  heartbeat: async () => undefined,
  settle: async () => undefined,
  release: async () => undefined,
  recover: async () => [],
  record: async () => undefined,
};

/**
 * The same ledger, whose calls are counted by name: `counts` has those since `enter` was called last
 * with each phase.
 */
export function countCalls(ledger) {
  const counts = {};
  let phase = "all";
  const counted = mapCalls(ledger, (name, call) => {
    counts[phase] ??= {};
    counts[phase][name] = (counts[phase][name] ?? 0) + 1;
    return call();
  });
  const enter = (next) => {
    phase = next;
  };
  return { ledger: counted, counts, enter };
}

/** The same ledger, so many milliseconds away. */
export function slowDown(ledger, milliseconds) {
  return mapCalls(ledger, async (_, call) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return call();
  });
}

function mapCalls(ledger, wrap) {
  const wrapped = Object.keys(withoutAccounting).map((name) => [
    name,
    (...input) => wrap(name, () => ledger[name](...input)),
  ]);
  return Object.fromEntries(wrapped);
}
