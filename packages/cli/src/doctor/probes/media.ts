import type { SmallReply } from "../wire/small-reply.js";
import { createPdf } from "./pdf.js";
import { type Finding, judgeReply, type Probe, quote, unclear, yes } from "./probe.js";

/** 64 by 64 pixels of red: some models take nothing smaller. */
const redSquare =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAS0lEQVR42u3PQQkAAAgAsetfWiP4FgYrsKZeS0BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEDgsqnc8OJg6Ln3AAAAAElFTkSuQmCC";

const images: Probe = {
  id: "images",
  title: "Images",
  requests: [{ prompt: "Which colour has this image? Answer with one word.", image: redSquare }],
  judge: judgeReply((reply) => judgeWord(reply, /\bred\b/i)),
};

const pdfs: Probe = {
  id: "pdfs",
  title: "PDFs",
  requests: [
    {
      prompt: "Which animal does this document name? Answer with one word.",
      pdf: btoa(createPdf("walrus")),
    },
  ],
  judge: judgeReply((reply) => judgeWord(reply, /\bwalrus\b/i)),
};

/** A server may accept a file and leave it out, so only what the model has seen counts. */
function judgeWord(reply: SmallReply, word: RegExp): Finding {
  return word.test(reply.text)
    ? yes(`read it: ${quote(reply)}`)
    : unclear(`accepted, but said ${quote(reply)}`);
}

/** Which files it reads. */
export const media: readonly Probe[] = [images, pdfs];
