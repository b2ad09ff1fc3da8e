// Cuts recorded streams at random places, inside lines and characters too, and compares what the service
// makes of the pieces with what it makes of the whole.
//
//   npm run cuts -- --cuts 1000000
//
// Every stream is translated into the other format, with each of the three kinds of line ends. Prints
// the counts as JSON, with `--json` in one line. Fails if a cut changes anything.
import { parseArgs } from "node:util";
import { createStreamTranslator } from "@diglot/core/translation";
import { recordedStreams as chatStreams } from "../packages/core/src/formats/chat-completions/__fixtures__/streams.ts";
import { recordedStreams as messagesStreams } from "../packages/core/src/formats/messages/__fixtures__/streams.ts";
import { printOutcome, printProgress } from "./reliability/outcome.mjs";
import { createRandom } from "./soak/random.mjs";

const { values } = parseArgs({
  options: {
    cuts: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    json: { type: "boolean", default: false },
  },
});
const [wanted, seed] = [values.cuts, values.seed].map(Number);
/** The most cuts of one stream at once. */
const mostCuts = 40;

const random = createRandom(seed);
const standingClock = { now: () => 0, monotonic: () => 0, after: () => () => undefined };
const samples = [
  ...messagesStreams.flatMap(({ text }) => samplesOf("messages", "chat-completions", text)),
  ...chatStreams.flatMap(({ text }) => samplesOf("chat-completions", "messages", text)),
];

let [cuts, runs, differences] = [0, 0, 0];
for (let step = wanted / 10; cuts < wanted; runs++) {
  const sample = samples[runs % samples.length];
  const places = choosePlaces(sample.bytes.length);
  if (translate(sample, places) !== sample.expected) differences += 1;
  cuts += places.length;
  if (cuts >= step) {
    printProgress(`${cuts} cuts, ${differences} differences`);
    step += wanted / 10;
  }
}
printOutcome(
  {
    promise: "P9",
    figures: { cuts, streams: samples.length, differences },
    details: { runs, seed },
    held: differences === 0,
  },
  values,
);

/** A stream with each kind of line ends, and what the whole stream becomes. */
function samplesOf(from, to, recorded) {
  const text = withLongCharacters(recorded).replaceAll(/\r\n?/g, "\n");
  const expected = translate({ from, to, bytes: new TextEncoder().encode(text) }, []);
  return ["\n", "\r\n", "\r"].map((lineEnd) => ({
    ...{ from, to, expected },
    bytes: new TextEncoder().encode(text.replaceAll("\n", lineEnd)),
  }));
}

/** The same stream, in which each text begins with a character of four bytes. */
function withLongCharacters(text) {
  return text.replaceAll(/"(?:text|content|thinking)":\s*"(?=[^"])/g, "$&\u{1F600}");
}

/** Ids that are the same for each translation of a stream. */
function countingIds() {
  let last = 0;
  return { create: (prefix) => `${prefix}${++last}` };
}

function choosePlaces(length) {
  const count = 1 + Math.floor(random() * mostCuts);
  const places = Array.from({ length: count }, () => Math.floor(random() * length));
  return places.toSorted((one, other) => one - other);
}

function translate({ from, to, bytes }, places) {
  const translator = createStreamTranslator(from, to, { ids: countingIds(), clock: standingClock });
  let text = "";
  let start = 0;
  for (const place of [...places, bytes.length]) {
    text += translator.push(bytes.subarray(start, place));
    start = place;
  }
  return text + translator.end();
}
