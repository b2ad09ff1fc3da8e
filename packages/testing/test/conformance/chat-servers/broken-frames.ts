import type { BrokenServer } from "./broken-server.js";
import { inStream, isStream, withHeader } from "./spoil.js";

/** Servers whose streams have a defect in their head or their bytes. */
export const brokenFrames: readonly BrokenServer[] = [
  [
    "sends streams as plain text",
    "C065a",
    () => withHeader("content-type", "text/plain", isStream),
  ],
  [
    "sends streams of a type of its own",
    "C065a",
    () => withHeader("content-type", "text/event-stream-2", isStream),
  ],
  ["says how long streams are", "C065c", () => withHeader("content-length", "9", isStream)],
  [
    "names its events",
    "C066a",
    () => inStream((text) => text.replaceAll("data: {", "event: chunk\ndata: {")),
  ],
  [
    "numbers its events",
    "C066a",
    () => inStream((text) => text.replaceAll("data: {", "id: 1\ndata: {")),
  ],
  ["ends lines with CR LF", "C066b", () => inStream((text) => text.replaceAll("\n", "\r\n"))],
  [
    "has a carriage return at the end of each event",
    "C066b",
    () => inStream((text) => text.replaceAll("\n\n", "\r\n\n")),
  ],
  [
    "ends its last event in one line feed",
    "C066b C066c",
    () => inStream((text) => text.replace(/\n\n$/, "\n")),
  ],
  [
    "spreads events over lines",
    "C066b",
    () => inStream((text) => text.replaceAll(',"choices"', '\ndata: ,"choices"')),
  ],
  ["drops [DONE]", "C066c", () => inStream((text) => text.replace("data: [DONE]\n\n", ""))],
  ["adds a space to [DONE]", "C066c", () => inStream((text) => text.replace("[DONE]", "[DONE] "))],
  [
    "says [DONE] twice",
    "C066c",
    () => inStream((text) => text.replace("data: [DONE]", "data: [DONE]\n\ndata: [DONE]")),
  ],
  ["compresses streams", "C065c", () => withHeader("content-encoding", "identity", isStream)],
  ["gives streams no id", "C065b", () => withHeader("x-request-id", null, isStream)],
  ["goes on after [DONE]", "C066c", () => inStream((text) => `${text}: bye\n\n`)],
];
