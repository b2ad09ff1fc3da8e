import { describe, expect, it } from "vitest";
import { ServiceError } from "../../errors/service-error.js";
import { createReceipt, type UnsupportedPolicy } from "./receipt.js";
import type { Rule } from "./rules.js";

const rules = {
  exact: { outcome: "exact", reason: "It is the same." },
  reshaped: { outcome: "reshaped", to: "b", reason: "It has another shape." },
  approximated: { outcome: "approximated", reason: "It is nearly the same." },
  dropped: { outcome: "dropped", reason: "It has no place." },
  refused: { outcome: "refused", whenWarned: "dropped", reason: "It cannot be ignored." },
  never: { outcome: "refused", reason: "It cannot be done at all." },
} as const satisfies Record<string, Rule>;

type Name = keyof typeof rules;

/** The names of the rules that are accepted. */
function passing(policy: UnsupportedPolicy): Name[] {
  const names = Object.keys(rules) as Name[];
  return names.filter((name) => createReceipt(policy).apply(rules[name], `/tools/3/${name}`));
}

function catchError(work: () => void): ServiceError {
  try {
    work();
  } catch (error) {
    return ServiceError.from(error);
  }
  throw new Error("Nothing was thrown.");
}

describe("createReceipt", () => {
  it("refuses, by the default policy, a loss that would mislead the caller", () => {
    expect(passing({ default: "policy", fields: {} })).toEqual([
      "exact",
      "reshaped",
      "approximated",
      "dropped",
    ]);
  });

  it("warns of everything that can be left out, if the policy is to warn", () => {
    expect(passing({ default: "warn", fields: {} })).not.toContain("never");
    expect(passing({ default: "warn", fields: {} })).toContain("refused");
  });

  it("refuses all loss in the strict mode", () => {
    expect(passing({ default: "strict", fields: {} })).toEqual(["exact", "reshaped"]);
  });

  it("lets single fields differ from the default, by their names without indexes", () => {
    const fields = { "tools.dropped": "refuse", "tools.refused": "warn" } as const;
    expect(passing({ default: "policy", fields })).toEqual([
      "exact",
      "reshaped",
      "approximated",
      "refused",
    ]);
  });

  it("B11 lists 100 problems, says how many others there are, and repeats no long name", () => {
    const receipt = createReceipt();
    for (let index = 0; index < 1_000; index++) {
      receipt.apply(rules.refused, `/${index}${"n".repeat(1_000)}`, { reason: "r".repeat(1_000) });
    }
    const refused = expect.objectContaining({
      message: expect.stringMatching(/… \(900 more problems are not listed\.\)$/),
      at: expect.stringMatching(/^\/99n{197}…$/),
    });
    expect(() => receipt.assertAccepted()).toThrow(
      expect.objectContaining({ problems: expect.arrayContaining([refused]) }),
    );
    const { problems = [] } = catchError(() => receipt.assertAccepted());
    expect(problems).toHaveLength(100);
  });

  it("records what was changed and where, and nothing that was preserved exactly", () => {
    const receipt = createReceipt();
    receipt.apply(rules.exact, "/a");
    receipt.apply(rules.reshaped, "/b");
    receipt.apply(rules.dropped, "/c", { from: "1.5", reason: "Not here." });
    receipt.noteReply(rules.never, "/content/0");
    expect(receipt.entries).toEqual([
      { code: "reshaped", direction: "request", at: "/b", to: "b", reason: rules.reshaped.reason },
      { code: "dropped", direction: "request", at: "/c", from: "1.5", reason: "Not here." },
      { code: "dropped", direction: "reply", at: "/content/0", reason: rules.never.reason },
    ]);
  });

  it("records 1,000 losses of a reply, and that there are more", () => {
    const receipt = createReceipt();
    for (let index = 0; index < 5_000; index++) receipt.noteReply(rules.never, `/content/${index}`);
    expect(receipt.entries).toHaveLength(1_001);
    expect(receipt.entries.at(-1)).toMatchObject({ code: "dropped", direction: "reply", at: "" });
    receipt.apply(rules.dropped, "/c");
    expect(receipt.entries).toHaveLength(1_002);
  });

  it("reports all problems of a request together", () => {
    const receipt = createReceipt();
    expect(() => receipt.assertAccepted()).not.toThrow();
    receipt.apply(rules.refused, "/n");
    receipt.apply(rules.never, "/messages/1");
    const thrown = (() => {
      try {
        receipt.assertAccepted();
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject({
      kind: "bad_request",
      problems: [
        { at: "/n", message: rules.refused.reason },
        { at: "/messages/1", message: rules.never.reason },
      ],
    });
  });

  describe("a branch of a receipt", () => {
    it("applies the same policy and keeps its problems to itself", () => {
      const receipt = createReceipt({ default: "strict", fields: {} });
      const branch = receipt.branch();
      expect(branch.apply(rules.dropped, "/a")).toBe(false);
      expect(() => branch.assertAccepted()).toThrow(rules.dropped.reason);
      expect(() => receipt.assertAccepted()).not.toThrow();
    });

    it("leaves no trace unless it is kept", () => {
      const receipt = createReceipt();
      const branch = receipt.branch();
      branch.apply(rules.dropped, "/a");
      expect(receipt.entries).toEqual([]);
      expect(branch.entries).toHaveLength(1);
    });

    it("copies its entries once when it is kept, and later entries as they come", () => {
      const receipt = createReceipt();
      const outer = receipt.branch();
      const inner = outer.branch();
      inner.apply(rules.dropped, "/a");
      inner.keep();
      inner.keep();
      expect(receipt.entries).toEqual([]);
      outer.keep();
      inner.noteReply(rules.approximated, "/b");
      expect(receipt.entries.map(({ at }) => at)).toEqual(["/a", "/b"]);
      expect(outer.entries).toEqual(receipt.entries);
    });
  });
});
