import { expect, it } from "vitest";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import { noteError } from "./note-error.js";

const image = {
  type: "image",
  source: { type: "url", url: "https://images.test/mug.png" },
} as const;
const result = { type: "tool_result", callId: "c1", at: "/messages/2/content/0" } as const;

it("puts a note before an error that has no flag, keeps its files, and says so in the receipt", () => {
  const receipt = createReceipt({ default: "policy", fields: {} });
  const failed = {
    ...result,
    isError: true,
    content: [{ type: "text", text: "Bad." }, image],
  } as const;
  expect(noteError(failed, receipt)).toEqual([{ type: "text", text: "[tool error] Bad." }, image]);
  expect(receipt.entries.map(({ code, at }) => [code, at])).toEqual([["approximated", result.at]]);
});

it("leaves a result that is no error as it is", () => {
  const receipt = createReceipt({ default: "policy", fields: {} });
  expect(noteError({ ...result, isError: false, content: [image] }, receipt)).toEqual([image]);
  expect(receipt.entries).toEqual([]);
});
