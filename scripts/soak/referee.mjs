// Compares the ledger with what the model server says that it served.

const final = new Set(["settled", "released", "recovered"]);

/** Reads all final rows of the ledger. */
export async function readRows(ledger) {
  const rows = [];
  for (let after; ; ) {
    const page = await ledger.rows({ after, limit: 1_000 });
    rows.push(...page.rows);
    if (page.rows.length === 0) return rows;
    after = page.next;
  }
}

/**
 * The verdict: counts of everything, and of each fault what it comes to. `faults` is 0 if every
 * attempt that was served has one final row, nothing that was served is free because its process was
 * lost, nothing is settled that was not served or for more than was reported, and the account is the
 * sum of its rows. `recoveredButUnserved` is no fault: a process was lost between the reservation and
 * the model, and its account pays the estimated input.
 */
export function judge({ served, rows, balance, open }) {
  const byId = Map.groupBy(rows, ({ attemptId }) => attemptId);
  const ids = [...served.keys()];
  const states = Map.groupBy(rows, ({ state }) => state);
  const count = (state) => states.get(state)?.length ?? 0;
  const spent = rows.reduce((sum, row) => sum + row.costNanoDollars, 0);
  const faults = {
    missing: ids.filter((id) => !byId.has(id)).length,
    doubled: [...byId.values()].filter((group) => group.length > 1).length,
    servedTwice: [...served.values()].filter(({ times }) => times > 1).length,
    notFinal: rows.filter(({ state }) => !final.has(state)).length,
    open,
    releasedButServed: rows.filter(
      ({ state, attemptId }) => state === "released" && served.has(attemptId),
    ).length,
    servedForFree: rows.filter((row) => isFreeByLoss(row, served.get(row.attemptId))).length,
    wrongUsage: rows.filter((row) => hasWrongUsage(row, served.get(row.attemptId))).length,
    billedUnserved: rows.filter(
      (row) =>
        row.costNanoDollars > 0 &&
        row.state === "settled" &&
        row.end === "completed" &&
        !served.has(row.attemptId),
    ).length,
    spentIsNotTheSum: balance.spent === spent ? 0 : 1,
    stillReserved: balance.reserved === 0 ? 0 : 1,
    overspent: balance.limit !== undefined && balance.spent > balance.limit ? 1 : 0,
  };
  return {
    served: ids.length,
    rows: rows.length,
    difference: ids.filter((id) => byId.get(id)?.length !== 1).length,
    /** Nano-dollars between what the account has spent and what its rows cost. */
    differenceOfSums: Math.abs(balance.spent - spent),
    settled: count("settled"),
    released: count("released"),
    recovered: count("recovered"),
    ...billedUnserved(rows, served),
    faults,
  };
}

/**
 * Whether nobody pays for what a model has served because a process was lost. An attempt that the
 * model refused to serve costs nothing, also if its process is lost before that is settled.
 */
function isFreeByLoss({ state, costNanoDollars }, record) {
  return state === "recovered" && costNanoDollars === 0 && record?.failed === false;
}

/** What the accounts pay for attempts that no model has seen. */
function billedUnserved(rows, served) {
  const unserved = rows.filter(
    ({ state, attemptId }) => state === "recovered" && !served.has(attemptId),
  );
  return {
    recoveredButUnserved: unserved.length,
    unservedNanoDollars: unserved.reduce((sum, row) => sum + row.costNanoDollars, 0),
  };
}

/** A completed answer has the server's own numbers; any other row has no more output than was reserved. */
function hasWrongUsage(row, record) {
  if (row.state !== "settled" || !record) return false;
  const { usage, end } = row;
  if (end !== "completed") return usage.output > row.reservedTokens.output;
  return usage.input !== record.whole?.input || usage.output !== record.whole?.output;
}
