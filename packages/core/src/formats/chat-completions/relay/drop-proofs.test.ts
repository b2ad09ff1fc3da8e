import { describe, expect, it } from "vitest";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import { defaultUpstreamCapabilities as capabilities } from "../wire/capabilities.js";
import { editRelayedRequest } from "./edit-request.js";

/** The text that is sent for a caller's text, and the places of what is left out. */
function edit(text: string) {
  const receipt = createReceipt();
  const isForeign = (value: string) => value.endsWith("-elsewhere");
  const edits = { model: "real", capabilities, receipt, isForeign };
  const { bytes } = editRelayedRequest(new TextEncoder().encode(text), JSON.parse(text), edits);
  return {
    sent: new TextDecoder().decode(bytes),
    places: receipt.entries.map(({ code, at }) => `${code} ${at}`),
  };
}

const message = (member: string, ...entries: string[]) =>
  `{"role":"assistant","content":"So.","reasoning_content":"Hm.","${member}":[ ${entries.join(" , ")} ]}`;
const bodyOf = (...messages: string[]) =>
  `{"model":"real","messages":[{"role":"user","content":"x-elsewhere"},${messages.join(",")}]}`;

describe("a relayed request with proofs of another upstream", () => {
  const own = '{"type":"reasoning.text","text":"a","signature":"sig-here", "n":1.0}';
  const foreign = '{"type":"reasoning.text","text":"b","signature":"sig-elsewhere"}';
  const hidden = '{"type":"reasoning.encrypted","data":"data-elsewhere"}';

  it("loses their entries and no other byte", () => {
    expect(edit(bodyOf(message("reasoning_details", foreign, own, hidden)))).toEqual({
      sent: bodyOf(message("reasoning_details", own)),
      places: [
        "dropped /messages/1/reasoning_details/0",
        "dropped /messages/1/reasoning_details/2",
      ],
    });
    expect(edit(bodyOf(message("thinking_blocks", foreign), message("other", foreign)))).toEqual({
      sent: bodyOf(message("thinking_blocks"), message("other", foreign)),
      places: ["dropped /messages/1/thinking_blocks/0"],
    });
  });

  it.each([
    bodyOf(message("reasoning_details", own)),
    bodyOf('{"role":"assistant","content":null,"reasoning_details":"sig-elsewhere"}'),
    '{"model":"real","messages":"x-elsewhere"}',
  ])("stays as it is without them: %s", (text) => {
    expect(edit(text)).toEqual({ sent: text, places: [] });
  });
});
