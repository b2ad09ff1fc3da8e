import { createFrameScanner } from "../../common/frames.js";
import { parseJsonObject } from "../../common/json.js";
import type { ProbedEvent } from "./probe.js";

/**
 * The events of an event stream, exactly as the standard says: a frame counts once a blank line
 * ends it, comments are skipped, and a frame without data is not an event.
 */
export function readEvents(text: string): readonly ProbedEvent[] {
  const scanner = createFrameScanner();
  const frames = [...scanner.push(new TextEncoder().encode(text)), ...scanner.end()];
  return frames.flatMap(({ event, data }) =>
    data === undefined ? [] : [{ event: event || undefined, data, json: parseJsonObject(data) }],
  );
}
