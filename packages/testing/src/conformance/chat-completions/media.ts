import type { Check } from "../check.js";
import { holds, type Json } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { saying } from "./asking/bodies.js";
import { complete, completeOrSkip } from "./asking/completion.js";
import { isRefusal } from "./asking/envelope.js";
import { defineChecks } from "./define-checks.js";

const words = { type: "text", text: "What is this?" };

/** One pixel. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** One empty page. */
const pdf = btoa(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
);

/** A tenth of a second of silence: 800 bytes at 8 kHz, one channel, 8 bits. */
const wav = btoa(
  `RIFF\x44\x03\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x20\x03\0\0${"\x80".repeat(800)}`,
);

const image = (detail?: string): Json => ({
  type: "image_url",
  image_url: { url: `data:image/png;base64,${png}`, ...(detail ? { detail } : {}) },
});
const file = (source: Json): Json => ({ type: "file", file: source });
const document = file({ file_data: `data:application/pdf;base64,${pdf}`, filename: "empty.pdf" });
const sound = { type: "input_audio", input_audio: { data: wav, format: "wav" } };

/** Content that is not text: it is read, or refused, and never dropped. */
export const mediaChecks: readonly Check[] = defineChecks("Media", [
  ["C010", "An image data URL is accepted, and counts as input.", counts(image(), "An image")],
  [
    "C011",
    'The image detail value "original" is accepted.',
    async (probe) => {
      await completeOrSkip(probe, saying([words, image()]), "An image");
      await complete(probe, saying([words, image("original")]));
    },
  ],
  [
    "C012a",
    "A file part with a PDF data URL is accepted, and counts as input.",
    counts(document, "A PDF"),
  ],
  [
    "C012b",
    "A file part with the id of a file that does not exist is refused, or counts where no files are kept.",
    async (probe) => {
      const part = file({ file_id: "file-that-does-not-exist" });
      const answer = await probe.send({ body: saying([words, part]) });
      if (answer.status === 200) await counts(part, "A file")(probe);
      else isRefusal(answer);
    },
  ],
  [
    "C013",
    "A wav input_audio part is passed on or refused with a clear 400, and is never dropped silently.",
    counts(sound, "A sound"),
  ],
]);

/** What a part adds to the input shows that it was not dropped. */
function counts(part: Json, what: string): (probe: Probe) => Promise<void> {
  return async (probe) => {
    const shown = await completeOrSkip(probe, saying([words, part]), what);
    const bare = await complete(probe, saying([words]));
    holds(
      shown.usage.prompt > bare.usage.prompt,
      `the part does not count, so it was dropped (${bare.usage.prompt} tokens without it)`,
      shown.usage.prompt,
    );
  };
}
