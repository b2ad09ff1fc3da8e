import type { Check } from "../check.js";
import { image, talk, text } from "./asking/bodies.js";
import { askIfAble, check, refused } from "./define-checks.js";

const showing = (mediaType: string) => ({
  body: talk(["user", [text("What is it?"), image(mediaType)]]),
});

/** What is no text. */
export const media: readonly Check[] = [
  refused("M039a", "Media", "An image of the type image/bmp", showing("image/bmp"), "image/webp"),
  check("M039b", "Media", "An image of the type image/png is accepted.", async (probe) => {
    await askIfAble(probe, showing("image/png"), /image/i);
  }),
];
