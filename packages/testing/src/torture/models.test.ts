import { createMemoryLedger } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { call } from "./caller.js";
import { startProcess } from "./process.js";
import { createScript, type Script } from "./script.js";
import { createWitness } from "./witness.js";

/** The rows of a request to a process of its own, and what its witness has seen. */
async function ask(change: Partial<Script>) {
  const witness = createWitness();
  const ledger = createMemoryLedger();
  const script: Script = {
    ...createScript(1, 0),
    ...{ account: "rich", format: "messages", stream: true, reply: "complete", pieces: 5, pace: 0 },
    ...{ caller: { name: "stay" }, killsProcess: false },
    ...change,
  };
  const process = startProcess({
    ...{ ledger, witness, scriptOf: () => script, onCallerGone: "bill-observed" },
    ledgerTimes: { reserve: 200, lease: 900 },
  });
  await call(process, script);
  await process.service.close({ timeout: 1_000 });
  const ends = ledger.all().map((row) => ("end" in row ? row.end : row.state));
  return { ends, witness };
}

describe.each(["in-process", "messages", "chat-completions"] as const)(
  "the model %s of a torture run",
  (model) => {
    it.each([true, false])(
      "says what its script says, and reports its usage (stream: %s)",
      async (stream) => {
        const { ends, witness } = await ask({ model, stream });
        expect(ends).toEqual(["completed"]);
        expect([...witness.reported.values()]).toEqual([{ input: 20, output: 5 }]);
        expect([...witness.reported.keys()]).toEqual([...witness.reached]);
      },
    );

    it.each(["fail-later", "reset"] as const)(
      "breaks off after half of its pieces (%s)",
      async (reply) => {
        const { ends, witness } = await ask({ model, reply });
        expect(ends).toEqual(["upstream_error"]);
        expect([witness.reached.size, witness.reported.size]).toEqual([1, 0]);
      },
    );

    it("is given up if it never ends", async () => {
      const { ends } = await ask({ model, reply: "endless" });
      expect(ends).toEqual(["timeout"]);
    });
  },
);

it.each(["messages", "chat-completions"] as const)(
  "the model %s of a torture run is tried a second time if it fails first, and both tries have reached it",
  async (model) => {
    const { ends, witness } = await ask({ model, reply: "fail-first" });
    expect(ends).toEqual(["upstream_error", "upstream_error"]);
    expect([witness.reached.size, witness.reported.size]).toEqual([2, 0]);
  },
);
