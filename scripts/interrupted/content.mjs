// What a recorded stream of either format delivers, read apart from the code under test.
import { framesOf as readFrames } from "../../packages/test-support/src/answers.ts";

/** The members that hold what the model has written. */
const written = new Set([
  ...["text", "thinking", "partial_json"],
  ...["content", "reasoning", "reasoning_content", "arguments"],
]);

/** A stream as the texts of its events. */
export function framesOf(text) {
  return text.split(/(?<=\r\n\r\n|\n\n)/);
}

/** The text in some events, and the last count of output tokens in them, if there is any. */
export function contentOf(frames) {
  const data = readFrames(frames.join(""))
    .filter((frame) => frame.data !== "[DONE]")
    .map((frame) => JSON.parse(frame.data));
  const texts = data.flatMap((one) => textsIn(one.delta ?? one.choices ?? {}));
  return {
    text: texts.join(""),
    reported: data.map(countOf).findLast((count) => count !== undefined),
  };
}

function countOf({ usage, x_groq, timings }) {
  return (
    usage?.output_tokens ??
    usage?.completion_tokens ??
    x_groq?.usage?.completion_tokens ??
    timings?.predicted_n
  );
}

/** The texts anywhere in a value, each part of a reply once. */
function textsIn(value) {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === "reasoning_details") return [];
    return typeof inner === "string" && written.has(name) ? [inner] : textsIn(inner);
  });
}
