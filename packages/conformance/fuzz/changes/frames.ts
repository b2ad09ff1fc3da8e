import fc from "fast-check";
import { changeJson, type JsonChange, jsonChange } from "./json.js";

/** A change of the frames of an event stream. Places are taken modulo their number. */
export type FrameChange =
  | { readonly do: "remove" | "repeat" | "swap" | "cut"; readonly at: number }
  | { readonly do: "insert"; readonly at: number; readonly frame: string }
  | { readonly do: "splice"; readonly at: number; readonly from: number; readonly other: string }
  | { readonly do: "change"; readonly at: number; readonly json: JsonChange };

const place = fc.nat({ max: 1_000 });

/** A change of a stream, with frames of other streams and values that are found in them. */
export function frameChange(
  streams: readonly string[],
  values: readonly unknown[],
): fc.Arbitrary<FrameChange> {
  const frames = [...new Set(streams.flatMap(splitFrames))];
  return fc.oneof(
    fc.record({ do: fc.constantFrom("remove", "repeat", "swap", "cut"), at: place }),
    fc.record({ do: fc.constant("insert"), at: place, frame: fc.constantFrom(...frames) }),
    fc.record({
      do: fc.constant("splice"),
      at: place,
      from: place,
      other: fc.constantFrom(...streams),
    }),
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("change"), at: place, json: jsonChange(values) }),
    },
  );
}

/** Applies a change to the text of a stream. */
export function changeFrames(text: string, change: FrameChange): string {
  const frames = splitFrames(text);
  const at = change.at % (frames.length + 1);
  switch (change.do) {
    case "remove":
      return frames.toSpliced(at, 1).join("");
    case "repeat":
      return frames.toSpliced(at, 0, frames[at] ?? "").join("");
    case "swap":
      return [
        ...frames.slice(0, at),
        ...frames.slice(at, at + 2).reverse(),
        ...frames.slice(at + 2),
      ].join("");
    case "cut":
      return frames.slice(0, at).join("");
    case "insert":
      return frames.toSpliced(at, 0, change.frame).join("");
    case "splice": {
      const others = splitFrames(change.other);
      return [...frames.slice(0, at), ...others.slice(change.from % (others.length + 1))].join("");
    }
    case "change":
      return frames
        .map((frame, index) => (index === at ? changeData(frame, change.json) : frame))
        .join("");
  }
}

/** The frames of a stream, each with its blank line. */
export function splitFrames(text: string): readonly string[] {
  return text.split(/(?<=\r?\n\r?\n)/);
}

/** Changes the JSON in the `data:` line of a frame, if there is any. */
function changeData(frame: string, change: JsonChange): string {
  return frame.replace(/^data: ?(.*)$/m, (line, data: string) => {
    try {
      return `data: ${JSON.stringify(changeJson(JSON.parse(data), change))}`;
    } catch {
      return line;
    }
  });
}
