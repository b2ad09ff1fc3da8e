import { describe, expect, it } from "vitest";
import { createReceipt } from "../../conversation/receipt/receipt.js";
import { changingLines } from "../../conversation/stable-prompt/lines.js";
import { stabiliseBody } from "./stable-body.js";

const places = [{ member: "system" }, { member: "messages", roles: ["system", "developer"] }];
const header = "x-anthropic-billing-header: cc_version=2.1.42; cch=65abc;";
const counter = "<total_tokens>149 tokens left</total_tokens>";

/** What is sent of a body, and what is noted. */
function stabilise(text: string) {
  const receipt = createReceipt();
  const given = { bytes: new TextEncoder().encode(text), body: JSON.parse(text) };
  const { bytes, body } = stabiliseBody(given, places, { lines: changingLines, receipt });
  const sent = new TextDecoder().decode(bytes);
  expect(body).toEqual(JSON.parse(sent));
  return { sent, isSame: bytes === given.bytes, noted: receipt.entries.map(({ at }) => at) };
}

describe("a body that is relayed", () => {
  it("stays byte for byte where no instruction changes, whatever users say", () => {
    const text = `{ "system" : "Be brief.", "n":1.0,\n"messages":[{"role":"user","content":"${counter}"}] }`;
    expect(stabilise(text)).toEqual({ sent: text, isSame: true, noted: [] });
  });

  it("loses a block of which nothing is left, and all other bytes stay", () => {
    const rest = `"n":1.0, "messages":[ {"role":"user","content":"hi \\u00e9"} ]`;
    const block = '{"type":"text","text":"Be brief."}';
    const { sent, noted } = stabilise(
      `{"system":[{"type":"text","text":"${header}"},${block}], ${rest}}`,
    );
    expect(sent).toBe(`{"system":[${block}], ${rest}}`);
    expect(noted).toEqual(["/system/0"]);
  });

  it("loses instructions of which nothing is left", () => {
    expect(stabilise(`{"system":"${header}","messages":[]}`).sent).toBe('{"messages":[]}');
  });

  it("keeps what stands below the line", () => {
    expect(stabilise(`{"system":"${header}\\nBe brief."}`).sent).toBe('{"system":"Be brief."}');
  });

  it.each(["system", "developer"])(
    "loses a message of the role %s that is only a counter",
    (role) => {
      const user = '{"role":"user","content":"a"}';
      const message = `{"role":"${role}","content":[{"type":"text","text":"${counter}"}]}`;
      const { sent, noted } = stabilise(`{"messages":[${user},${message},${user},${message}]}`);
      expect(sent).toBe(`{"messages":[${user},${user}]}`);
      expect(noted).toEqual(["/messages/1/content/0", "/messages/3/content/0"]);
    },
  );

  it("keeps other parts of such a message", () => {
    const { sent } = stabilise(
      `{"messages":[{"role":"system","content":[{"type":"text","text":"${counter}"},{"type":"text","text":"b"}]}]}`,
    );
    expect(sent).toBe('{"messages":[{"role":"system","content":[{"type":"text","text":"b"}]}]}');
  });

  it.each(['{"system":null,"messages":[null,1,{"role":"system"}]}', '{"messages":"x"}', "{}"])(
    "is left to the upstream if it makes no sense: %s",
    (text) => {
      expect(stabilise(text).isSame).toBe(true);
    },
  );
});
