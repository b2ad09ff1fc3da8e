import { conversationOf } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import { noNativeRules } from "../../../../../test/make.js";
import { capable } from "../../../../../test/write-messages-request.js";
import { defaultTranslation } from "../../../../conversation/capabilities.js";
import { toolNamesOf } from "../../../../conversation/legal-names.js";
import { createReceipt } from "../../../../conversation/receipt/receipt.js";
import { writeLimit } from "./limits.js";

/** What becomes of the token limit of any format's conversation. */
function limitOf(maxTokens: number) {
  const conversation = conversationOf({ maxTokens });
  const receipt = createReceipt();
  const limit = writeLimit(conversation, {
    model: "m",
    stream: false,
    maxTokens: 4_096,
    capabilities: capable,
    options: defaultTranslation,
    names: toolNamesOf(conversation, capable),
    native: noNativeRules,
    receipt,
    remembered: new Map(),
  });
  return { limit, accept: receipt.assertAccepted };
}

describe("the token limit of a format that validates it less", () => {
  it.each([0, -1, 1.5])("is refused if it is %d", (maxTokens) => {
    expect(limitOf(maxTokens).accept).toThrow("only a whole number above 0");
  });

  it("is written if it is at least 1", () => {
    expect(limitOf(1).limit).toBe(1);
    expect(limitOf(1).accept).not.toThrow();
  });
});
