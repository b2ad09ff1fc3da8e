import { describe, expect, it } from "vitest";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import type { ServiceError } from "../../../errors/service-error.js";
import type { RelayEdits } from "../../upstream-format.js";
import { defaultUpstreamCapabilities as capabilities } from "../wire/capabilities.js";
import { signThinking } from "../wire/signature.js";
import { editRelayedRequest } from "./edit-request.js";

/** The text that is sent for a caller's text. */
function edit(
  text: string,
  receipt = createReceipt(),
  change: Partial<RelayEdits<typeof capabilities>> = {},
): string {
  const bytes = new TextEncoder().encode(text);
  const edited = editRelayedRequest(bytes, JSON.parse(text), {
    model: "real",
    capabilities,
    receipt,
    ...change,
  });
  expect(edited.addedUsage).toBe(false);
  return new TextDecoder().decode(edited.bytes);
}

const own = (text: string) =>
  `{"type":"thinking","thinking":"${text}","signature":"${signThinking(text)}"}`;
const theirs = '{"type":"thinking","thinking":"a","signature":"EqQBCgIYAhIM"}';

describe("editRelayedRequest", () => {
  it("T177 changes the model's name and no other byte", () => {
    const text =
      '{ "z": 1.0,\n"model" : "asked", "messages":[], "big":12345678901234567890, "u":"\\u00e9/" }';
    expect(edit(text)).toBe(text.replace('"asked"', '"real"'));
  });

  it("returns the same bytes if the name does not change", () => {
    const bytes = new TextEncoder().encode('{"model":"real","messages":[]}');
    const body = JSON.parse(new TextDecoder().decode(bytes));
    const edits = { model: "real", capabilities, receipt: createReceipt() };
    expect(editRelayedRequest(bytes, body, edits).bytes).toBe(bytes);
  });

  it("adds nothing to a body without a model", () => {
    expect(edit('{"messages":[]}')).toBe('{"messages":[]}');
  });

  it("leaves messages that are no list to the upstream", () => {
    for (const messages of ["5", own("x")]) {
      const text = `{"model":"real","messages":${messages}}`;
      expect(edit(text)).toBe(text);
    }
  });

  it("T155 finds messages and content wherever they stand", () => {
    const text = (...blocks: string[]) =>
      `{"model":"real","messages":[{"content":[${blocks.join(",")}],"role":"assistant"},{"role":"user","content":"hi"}],"tools":[]}`;
    expect(edit(text(own("x"), theirs))).toBe(text(theirs));
  });

  it("T155 removes only thinking, and only that with a signature from here", () => {
    const signed = own("x").replace('"thinking"', '"text"');
    const unsigned = '{"type":"thinking","thinking":"a","signature":5}';
    const text = (...blocks: string[]) =>
      `{"model":"real","messages":[{"role":"assistant","content":[${blocks.join(",")}]}]}`;
    const others = ["null", "5", signed, unsigned];
    expect(edit(text(...others, own("y")))).toBe(text(...others));
  });

  it("T155 T160 removes thinking that was signed here, and does not touch the vendor's", () => {
    const call = '{"type":"tool_use","id":"t","name":"n","input":{"n":1.0}}';
    const message = (...blocks: string[]) =>
      `{"role":"assistant","content":[ ${blocks.join(" , ")} ]}`;
    const text = (...messages: string[]) => `{"model":"real","messages":[${messages.join(", ")}]}`;
    expect(edit(text(message(own("x"), theirs, own("y"), call, own("z"))))).toBe(
      text(message(theirs, call)),
    );
  });

  it("T155 removes a message that has nothing else left", () => {
    const user = '{"role":"user","content":"hi"}';
    const assistant = `{"role":"assistant","content":[${own("x")},${own("y")}]}`;
    const text = (...messages: string[]) => `{"model":"real","messages":[${messages.join(",")}]}`;
    expect(edit(text(user, assistant, user))).toBe(text(user, user));
    expect(edit(text(user, assistant))).toBe(text(user));
    expect(edit(text(assistant))).toBe(text());
  });

  it("removes reasoning that another upstream has proven, and no other byte", () => {
    const foreign = '{"type":"thinking","thinking":"b","signature":"from-elsewhere"}';
    const hidden = '{"type":"redacted_thinking","data":"hidden-elsewhere"}';
    const ownHidden = '{"type":"redacted_thinking","data":"hidden-here"}';
    const call = '{"type":"tool_use","id":"t","name":"n","input":{"n":1.0}}';
    const user = '{"role":"user","content":"from-elsewhere"}';
    const text = (...blocks: string[]) =>
      `{"model":"real","messages":[${user},{"role":"assistant","content":[ ${blocks.join(" , ")} ]}]}`;
    const isForeign = (value: string) => value.endsWith("-elsewhere");
    const receipt = createReceipt();
    const asked = text(foreign, theirs, hidden, ownHidden, call);
    expect(edit(asked, receipt, { isForeign })).toBe(text(theirs, ownHidden, call));
    expect(receipt.entries.map(({ code, at }) => [code, at])).toEqual([
      ["dropped", "/messages/1/content/0"],
      ["dropped", "/messages/1/content/2"],
    ]);
    expect(edit(asked)).toBe(asked);
    expect(edit(text(foreign), createReceipt(), { isForeign })).toBe(
      `{"model":"real","messages":[${user}]}`,
    );
  });

  it.each([
    ['"box-1"', "null", "/container"],
    ['{"id":"box-1","skills":[1]}', '{"id":null,"skills":[1]}', "/container/id"],
    ['"box-2"', '"box-2"', undefined],
    ['{"skills":[1]}', '{"skills":[1]}', undefined],
    ["null", "null", undefined],
  ])("sends in place of the container %s: %s", (container, sent, at) => {
    const text = (value: string) => `{"model":"real","container": ${value},"messages":[]}`;
    const receipt = createReceipt();
    const isForeign = (value: string) => value === "box-1";
    expect(edit(text(container), receipt, { isForeign })).toBe(text(sent));
    expect(receipt.entries.map((entry) => entry.at)).toEqual(at === undefined ? [] : [at]);
  });

  it("reports each thinking block that it removes", () => {
    const receipt = createReceipt();
    const text = `{"model":"a","messages":[{"role":"assistant","content":[${theirs},${own("x")}]},{"role":"assistant","content":[${own("y")}]}]}`;
    edit(text, receipt);
    expect(receipt.entries.map(({ code, at }) => [code, at])).toEqual([
      ["dropped", "/messages/0/content/1"],
      ["dropped", "/messages/1/content/0"],
    ]);
    expect(() => receipt.assertAccepted()).not.toThrow();
  });

  it("refuses the loss of thinking if all loss is refused", () => {
    const receipt = createReceipt({ default: "strict", fields: {} });
    edit(`{"model":"a","messages":[{"role":"assistant","content":[${own("x")}]}]}`, receipt);
    expect(() => receipt.assertAccepted()).toThrow("signature");
  });

  it("sends one output limit where money is counted", () => {
    const text = '{"model":"real","max_tokens":900,"max_completion_tokens":5}';
    expect(edit(text)).toBe(text);
    expect(edit(text, createReceipt(), { maxTokens: 5 })).toBe('{"model":"real","max_tokens":5}');
  });

  it("refuses members and features that change the price, where there are prices", () => {
    const pricing = { accepts: undefined, longContext: false };
    const refusedOf = (text: string, change: Partial<RelayEdits<typeof capabilities>>) => {
      const receipt = createReceipt();
      edit(text, receipt, { maxTokens: 5, ...change });
      try {
        receipt.assertAccepted();
      } catch (error) {
        return (error as ServiceError).problems?.map(({ at }) => at);
      }
      return [];
    };
    const fast = '{"model":"real","max_tokens":5,"speed":"fast"}';
    const plain = '{"model":"real","max_tokens":5}';
    const head = { betas: ["context-1m-2025-08-07"] };
    expect(refusedOf(fast, { pricing })).toEqual(["/speed"]);
    expect(refusedOf(fast, {})).toEqual([]);
    expect(refusedOf(plain, { pricing, head })).toEqual(["/anthropic-beta"]);
    expect(refusedOf(plain, { head })).toEqual([]);
  });
});
