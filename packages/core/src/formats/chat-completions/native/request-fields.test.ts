import { describe, expect, it } from "vitest";
import { emitRules } from "../../messages/write-request/rules/all.js";
import { knownFields } from "../validate/schema.js";
import { requestFields } from "./request-fields.js";
import { ownRules } from "./rules.js";

describe("requestFields", () => {
  it("has one row for each member of the body that the format knows", () => {
    const fields = requestFields.map(({ field }) => field);
    expect(new Set(fields).size).toBe(fields.length);
    expect(fields).toEqual(expect.arrayContaining([...knownFields]));
  });

  it("gives each row a slot that the other format has rules for, or rules", () => {
    const slots = new Set(emitRules.map(({ slot }) => slot));
    for (const { slot, own = [] } of requestFields) {
      if (slot === undefined) expect(own).not.toEqual([]);
      else expect(slots).toContain(slot);
    }
  });
});

describe("ownRules", () => {
  it("loses nothing by a null", () => {
    for (const { field } of requestFields) {
      expect(ownRules.member(field, null).outcome).toBe("no_op");
    }
  });

  it("refuses members of the body that nobody knows, and drops those of messages", () => {
    expect(ownRules.member("unheard_of", 1)).toMatchObject({
      outcome: "refused",
      whenWarned: "dropped",
    });
    expect(ownRules.member("messages.unheard_of", 1).outcome).toBe("dropped");
    expect(ownRules.member("__proto__", 1).outcome).toBe("refused");
  });

  it.each([
    ["n", 1],
    ["logit_bias", {}],
    ["store", false],
    ["modalities", ["text"]],
    ["function_call", "auto"],
    ["messages.annotations", []],
  ])("asks nothing about the value of %s that says what happens anyway", (field, value) => {
    expect(ownRules.member(field, value).outcome).toBe("no_op");
  });
});
