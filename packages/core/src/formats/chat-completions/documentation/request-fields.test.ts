import { describe, expect, it } from "vitest";
import { messagesDocumentation } from "../../messages/documentation.js";
import { nativeRules } from "../native/rules.js";
import { knownFields } from "../schemas/request.js";
import { requestFields } from "./request-fields.js";

describe("requestFields", () => {
  it("has one row for each member of the body that the format knows", () => {
    const fields = requestFields.map(({ field }) => field);
    expect(new Set(fields).size).toBe(fields.length);
    expect(fields).toEqual(expect.arrayContaining([...knownFields]));
  });

  it("gives each row a neutral field that the other format has rows for, or rules", () => {
    const rows = messagesDocumentation.writeRequestRows;
    const neutralFields = new Set(rows.map(({ neutralField }) => neutralField));
    for (const { neutralField, native = [] } of requestFields) {
      if (neutralField === undefined) expect(native).not.toEqual([]);
      else expect(neutralFields).toContain(neutralField);
    }
  });
});

describe("nativeRules", () => {
  it("loses nothing by a null", () => {
    for (const { field } of requestFields) {
      expect(nativeRules.member(field, null).outcome).toBe("no_op");
    }
  });

  it("refuses members of the body that nobody knows, and drops those of messages", () => {
    expect(nativeRules.member("unheard_of", 1)).toMatchObject({
      outcome: "refused",
      whenWarned: "dropped",
    });
    expect(nativeRules.member("messages.unheard_of", 1).outcome).toBe("dropped");
    expect(nativeRules.member("__proto__", 1).outcome).toBe("refused");
  });

  it.each([
    ["logprobs", false],
    ["logit_bias", {}],
    ["store", false],
    ["modalities", ["text"]],
    ["function_call", "auto"],
    ["messages.annotations", []],
  ])("asks nothing about the value of %s that says what happens anyway", (field, value) => {
    expect(nativeRules.member(field, value).outcome).toBe("no_op");
  });
});
