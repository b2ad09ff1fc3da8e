import { expect, it } from "vitest";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import { attachFiles } from "./attach-files.js";

const text = { type: "text", text: "A mug." } as const;
const image = {
  type: "image",
  source: { type: "url", url: "https://images.test/mug.png" },
} as const;
const result = { type: "tool_result", callId: "c1", isError: false, at: "/r" } as const;

it("takes files out of a result, and says where they are", () => {
  const receipt = createReceipt({ default: "policy", fields: {} });
  const written = attachFiles({ ...result, content: [text, image] }, receipt);
  expect(written.result.content).toEqual([
    text,
    { type: "text", text: expect.stringMatching(/follow/) },
  ]);
  expect(written.attached).toEqual([{ type: "text", text: expect.stringContaining("c1") }, image]);
  expect(receipt.entries.map(({ code, at }) => [code, at])).toEqual([["approximated", "/r"]]);
});

it("leaves a result without files as it is", () => {
  const receipt = createReceipt({ default: "policy", fields: {} });
  const whole = { ...result, content: [text] };
  expect(attachFiles(whole, receipt)).toEqual({ result: whole, attached: [] });
  expect(receipt.entries).toEqual([]);
});
