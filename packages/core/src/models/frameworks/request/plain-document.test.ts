import { expect, it } from "vitest";
import type { MediaSource } from "../../../conversation/conversation.js";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import { plainDocument } from "./plain-document.js";

/** What a document with a title and a context becomes, and what is noted. */
function passed(source: MediaSource) {
  const receipt = createReceipt({ default: "policy", fields: {} });
  const document = {
    type: "document",
    title: "Mugs",
    context: "From 2019.",
    at: "/d",
    source,
  } as const;
  const blocks = plainDocument(document, receipt);
  return { blocks, reasons: receipt.entries.map(({ code, reason }) => `${code}: ${reason}`) };
}

const texts = ["From 2019.", "Mugs"].map((text) => ({ type: "text", text }));
const three = { type: "text", text: "Three." } as const;

it("takes texts and blocks out of their frame, after the context and the title", () => {
  const text = passed({ type: "text", mediaType: "text/plain", data: "Three." });
  expect(text.blocks).toEqual([...texts, three]);
  expect(text.reasons).toEqual([expect.stringMatching(/^approximated: The text/)]);
  const blocks = passed({ type: "blocks", blocks: [three] });
  expect(blocks.blocks).toEqual([...texts, three]);
  expect(blocks.reasons).toEqual([expect.stringMatching(/^approximated: The blocks/)]);
});

it("leaves the title to a file; its context becomes a text before it", () => {
  const source = { type: "base64", mediaType: "application/pdf", data: "JVBERg==" } as const;
  const { blocks, reasons } = passed(source);
  expect(blocks).toMatchObject([texts[0], { type: "document", title: "Mugs", source }]);
  expect(reasons).toEqual([expect.stringMatching(/^approximated: The document's context/)]);
});
