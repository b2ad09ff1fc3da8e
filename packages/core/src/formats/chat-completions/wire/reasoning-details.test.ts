import { describe, expect, it } from "vitest";
import { isMessagesProof, messagesProofFormat } from "./reasoning-details.js";

describe("isMessagesProof", () => {
  it.each([messagesProofFormat, "anthropic-claude-v2", "messages"])("is true of %s", (format) => {
    expect(isMessagesProof(format)).toBe(true);
  });

  it.each(["openai-responses-v1", "google-gemini-v1", "anthropics", "", null, undefined, 1])(
    "is false of %j",
    (format) => {
      expect(isMessagesProof(format)).toBe(false);
    },
  );
});
