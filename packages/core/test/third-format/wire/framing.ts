import { type Framing, ServiceError } from "../../../src/index.js";

/** A line of JSON is one event. */
export const linesOfJson: Framing = {
  contentType: "application/x-ndjson",
  createDecoder(maxCharacters) {
    const text = new TextDecoder();
    let held = "";
    return {
      push(block) {
        const lines = (held + text.decode(block, { stream: true })).split("\n");
        if (lines.some((line) => line.length > maxCharacters)) throw tooLong();
        held = lines.pop() ?? "";
        return lines
          .filter((line) => line.trim() !== "")
          .map((data) => ({ event: undefined, data }));
      },
    };
  },
  createSplitter(maxBytes) {
    let held = new Uint8Array();
    return {
      push(block) {
        const bytes = new Uint8Array([...held, ...block]);
        const ends = [...bytes.keys()].filter((at) => bytes[at] === 0x0a).map((at) => at + 1);
        const whole = ends.at(-1) ?? 0;
        held = bytes.slice(whole);
        if (held.length > maxBytes) throw tooLong();
        return { bytes: bytes.subarray(0, whole), ends };
      },
    };
  },
  dataOf: (line) => line,
};

function tooLong(): ServiceError {
  const message = "A line of the model's stream is longer than its limit.";
  return new ServiceError({ kind: "upstream_bad_response", message, mayHaveRun: true });
}
