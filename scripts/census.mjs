// Sends faulty requests over real sockets, again and again, and counts what the service has open before
// and after them: bad bodies, refused keys, broken models, callers who leave, bytes that are no HTTP.
//
//   npm run census -- --requests 10000
//
// Prints the counts. Fails if there are more sockets, timers, listeners or open rows than before, or if
// the memory in use has grown by more than 5 MiB.
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printOutcome, printProgress } from "./reliability/outcome.mjs";
import { createRandom } from "./soak/random.mjs";
import { formats, round, startMeasured } from "./streams/measured.mjs";
import { failureNames } from "./streams/model-server.mjs";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    callers: { type: "string", default: "16" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    json: { type: "boolean", default: false },
  },
});
const [requests, callers, seed] = [values.requests, values.callers, values.seed].map(Number);
/** The most MiB by which the memory in use may grow. */
const limit = 5;
/** Milliseconds that the service has to let go of the last requests. */
const patience = 20_000;

const random = createRandom(seed);
const pick = (list) => list[Math.floor(random() * list.length)];
const measured = await startMeasured();

/** Each fault: the bytes that a caller sends, and after how many milliseconds it leaves, if at all. */
const faults = {
  malformedBody: (format) => ({ bytes: post(format, '{"model":') }),
  wrongBody: (format) => ({ bytes: post(format, '{"model":7,"messages":"hi"}') }),
  unknownModel: (format) => ({ bytes: post(format, bodyOf("nobody")) }),
  refusedKey: (format) => ({
    bytes: post(format, bodyOf("silent"), { authorization: "Bearer x", "x-api-key": "x" }),
  }),
  noHttp: () => ({ bytes: "no HTTP at all\r\n\r\n" }),
  cutUpload: (format) => ({ bytes: post(format, bodyOf("silent")).slice(0, -20), leavesAfter: 5 }),
  brokenModel: (format) => ({ bytes: post(format, bodyOf(pick(failureNames))) }),
  leavesBeforeHead: (format) => leaving(format, "unanswered"),
  leavesStream: (format) => leaving(format, "flowing"),
  leavesSilence: (format) => leaving(format, "silent"),
};

await sendAll(Math.ceil(requests / 10));
const before = await untilQuiet();
const outcomes = await sendAll(requests);
const after = await untilQuiet(before);
await measured.stop();

const counted = ["callers", "sockets", "timers", "listeners", "rows"];
const growth = round((after.bytes - before.bytes) / 2 ** 20);
if (!values.json) console.table({ before, after });
const figures = {
  requests,
  ...Object.fromEntries(counted.map((name) => [name, after[name] - before[name]])),
  growthMiB: growth,
};
const held = counted.every((name) => after[name] <= before[name]) && growth <= limit;
printOutcome({ promise: "P11", figures, details: { seed, outcomes }, held }, values);

/** Sends so many faulty requests. Resolves with how often each status came back, or none. */
async function sendAll(count) {
  const outcomes = {};
  let left = count;
  const sending = Array.from({ length: callers }, async () => {
    while (left > 0) {
      left -= 1;
      if (left % 1_000 === 0) printProgress(`${left} requests are left`);
      const outcome = await send(faults[pick(Object.keys(faults))](pick(Object.keys(formats))));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  });
  await Promise.all(sending);
  return outcomes;
}

/** Sends bytes on a connection of its own. Resolves with the status of the answer, or "none". */
function send({ bytes, leavesAfter }) {
  return new Promise((resolve) => {
    const socket = connect(measured.port, "127.0.0.1");
    let text = "";
    socket
      .on("error", () => undefined)
      .on("data", (block) => {
        text += block;
      });
    socket.once("close", () => resolve(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? "none"));
    socket.write(bytes);
    if (leavesAfter !== undefined) setTimeout(() => socket.destroy(), leavesAfter);
  });
}

function leaving(format, play) {
  return { bytes: post(format, bodyOf(play)), leavesAfter: 20 * random() };
}

function bodyOf(play) {
  const model = play === "nobody" ? play : `${play}-by-${pick(Object.keys(formats))}`;
  const messages = [{ role: "user", content: "census" }];
  return JSON.stringify({ model, max_tokens: 100, stream: random() < 0.7, messages });
}

function post(format, body, replaced = {}) {
  const { path, headers } = formats[format];
  const lines = Object.entries({ ...headers, ...replaced }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [
    `POST ${path} HTTP/1.1`,
    "host: census",
    "connection: close",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    ...lines,
    "",
    body,
  ].join("\r\n");
}

/** What is open once no caller is connected, and no more than before, or when the time is over. */
async function untilQuiet(before) {
  for (const until = performance.now() + patience; ; await wait(200)) {
    const held = await measured.holds();
    const quiet = held.callers + held.rows === 0 && (!before || held.timers <= before.timers);
    if (quiet || performance.now() > until) return held;
  }
}
