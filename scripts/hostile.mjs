// Sends bodies that cost far more than they are worth, and replies of upstreams like them, over real
// sockets to a service in a process of its own, in every way that a request can take.
//
//   npm run hostile -- --megabytes 32 --shape "stops, distinct"
//
// Prints for each shape how long the event loop was blocked at most, how many times as long as
// `JSON.parse` of the same text takes, whether a second service could serve it whose heap has room for
// 4 times the body and 16 MiB above what it needs without one, and what the first process took from
// the system above what it had, with the garbage that it had no reason to collect. A third service
// captures contents, for spans and for an inspector that looks at each request; only its blocks count,
// since it is meant to keep what it captures. Each is the worst of all ways; `--json` prints the worst of all shapes in one line. Times are of the processor, not of
// the wall. Linux only, since only there a process can say what it took at most.
import { fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { hostileReplies } from "../packages/conformance/hostile/replies.ts";
import { hostileRequests, toBody } from "../packages/conformance/hostile/requests.ts";
import { send } from "./hostile/send.mjs";
import { startUpstream } from "./hostile/upstream.mjs";
import { printOutcome } from "./reliability/outcome.mjs";

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "1" },
    shape: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const size = Number(values.megabytes) * 1_000_000;
/** A way is tried as often, and counts with its median. */
const rounds = size > 4_000_000 ? 1 : 3;
/** Milliseconds after which a service counts as dead. */
const patience = 180_000;
const key = "sk-hostile-0123456789";
const credential = "canary-of-the-administrator";
const callers = ["messages", "chat-completions"];
/** The models that the command serves by default. */
const embedded = ["echo", "eliza"];
const question = { max_tokens: 64, messages: [{ role: "user", content: "hi" }] };
const service = new URL("./hostile/service.mjs", import.meta.url);

const upstream = await startUpstream();
const isChosen = ({ name }) => values.shape === undefined || name.includes(values.shape);
const chosen = [
  ...hostileRequests.filter(isChosen).map((shape) => ({ shape, toWays: toRequestWays })),
  ...hostileReplies.filter(isChosen).map((shape) => ({ shape, toWays: toReplyWays })),
];
const results = [];
for (const [index, { shape, toWays }] of chosen.entries()) {
  const result = await measureShape(shape, toWays);
  console.error(`${index + 1} of ${chosen.length}: ${toLine(result)}`);
  results.push(result);
}
upstream.close();
results.sort((a, b) => b.longest - a.longest);
if (values.json) printWorst();
else printTable(results);

/** Every way of a request: the caller's format, the model, and JSON or a stream. */
function toRequestWays(shape) {
  return (shape.callers ?? callers).flatMap((caller) =>
    ["in-process", ...embedded, ...callers].flatMap((model) =>
      [false, true].map((stream) => ({
        name: `${caller} to ${model}${stream ? ", stream" : ""}`,
        caller,
        text: toBody(shape, size, caller, { model, stream }),
        chunkBytes: shape.chunkBytes,
      })),
    ),
  );
}

/** A reply goes to callers of both formats, JSON and stream. */
function toReplyWays(shape) {
  const reply = shape.toBody(size);
  return callers.flatMap((caller) =>
    [false, true].map((stream) => ({
      name: `${shape.upstream} to ${caller}${stream ? ", stream" : ""}`,
      caller,
      text: JSON.stringify({ ...question, model: shape.upstream, stream }),
      reply,
    })),
  );
}

async function measureShape(shape, toWays) {
  const ways = toWays(shape);
  const parse = median([0, 1, 2].map(() => measureParse(ways[0].reply ?? ways[0].text)));
  const child = await startService();
  const measured = await measureWays(child, ways, rounds);
  const narrow = await startService(toHeapLimit(child.heap));
  const tooLarge = (await measureWays(narrow, ways, 1)).find(({ status }) => status === "dead");
  const capturing = await startService([], credential);
  const captured = await measureWays(capturing, ways.map(toCaptured), rounds);
  const all = [...measured, ...captured];
  const worst = all.toSorted((a, b) => b.longest - a.longest)[0];
  const statuses = [...new Set(all.map(({ status }) => status))].join(" ");
  return {
    shape: shape.name,
    longest: worst.longest,
    way: worst.way,
    ratio: worst.longest / parse,
    fits: tooLarge?.way ?? true,
    memory: Math.max(...measured.map(({ memory }) => memory)),
    statuses,
  };
}

/** The same way, with a look at what was captured of it. */
function toCaptured(way) {
  return { ...way, name: `${way.name}, captured`, isLookedAt: true };
}

/** Tries all ways, unless the service dies of one, and ends the service. */
async function measureWays(child, ways, times) {
  const measured = [];
  for (const way of ways) {
    const result = await measureWay(child, way, times).catch(() => dead(way));
    measured.push(result);
    if (result.status === "dead") break;
  }
  child.process.kill("SIGKILL");
  return measured;
}

/**
 * The heap of a service that may need 4 times the body and 16 MiB, in options of Node. The bytes of
 * the body itself are outside of the heap.
 */
function toHeapLimit(heap) {
  const mebibytes = Math.ceil((heap + 3 * size) / 1024 / 1024) + 16;
  return ["--max-semi-space-size=1", `--max-old-space-size=${mebibytes}`];
}

function dead({ name }) {
  return { way: name, longest: Number.POSITIVE_INFINITY, memory: Number.NaN, status: "dead" };
}

/** Milliseconds of the processor that the parser takes for a text, whether it is JSON or not. */
function measureParse(text) {
  const before = process.threadCpuUsage();
  try {
    JSON.parse(text);
  } catch {
    // A reply may be a stream, and a body may be invalid: then the parser stops earlier.
  }
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(0.1, (user + system) / 1_000);
}

/** @param administrator the credential of one who looks at captured contents; without, none are */
async function startService(heapLimit = [], administrator = undefined) {
  const bodyBytes = Math.max(size + 10_000, 32 << 20);
  const options = { upstreamUrl: upstream.url, key, bodyBytes, credential: administrator };
  const child = fork(service, [JSON.stringify(options)], {
    execArgv: ["--expose-gc", ...heapLimit],
    // A service that dies of its narrow heap says so at length.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const [{ port }] = await once(child, "message");
  await warmUp(port);
  const started = { process: child, port };
  const { heap } = await ask(started, "watch");
  await ask(started, "report");
  return { ...started, heap };
}

/** The first requests pay for what is compiled and set up once. */
async function warmUp(port) {
  for (let round = 0; round < 10; round++) {
    for (const caller of callers) {
      for (const model of ["in-process", ...embedded, ...callers]) {
        const text = JSON.stringify({ ...question, model, stream: round % 2 === 0 });
        await send(port, { key, caller, bytes: Buffer.from(text) });
      }
    }
  }
}

async function measureWay(child, { name, caller, text, reply, chunkBytes, isLookedAt }, times) {
  const bytes = Buffer.from(text);
  upstream.answer.next = reply;
  const results = [];
  for (let round = 0; round < times; round++) {
    await ask(child, "watch");
    const status = await inTime(child, send(child.port, { key, caller, bytes, chunkBytes }));
    if (isLookedAt) await inTime(child, look(child.port));
    results.push({ ...(await ask(child, "report")), status });
  }
  upstream.answer.next = undefined;
  return {
    way: name,
    longest: median(results.map(({ longest }) => longest)),
    memory: median(results.map(({ memory }) => memory)),
    status: results[0].status,
  };
}

/** Looks at the last request in the inspector. */
async function look(port) {
  const get = async (path) => {
    const headers = { "x-api-key": credential };
    return (await fetch(`http://127.0.0.1:${port}/inspector/${path}`, { headers })).json();
  };
  const { requests } = await get("requests");
  await get(`requests/${requests.at(-1).id}`);
}

async function ask(child, message) {
  child.process.send(message);
  const [answer] = await inTime(child, once(child.process, "message"));
  return answer;
}

/** What a promise resolves to, unless the process ends before or takes too long. */
async function inTime(child, promise) {
  const controller = new AbortController();
  const { signal } = controller;
  try {
    const exit = once(child.process, "exit", { signal }).then(() => {
      throw new Error("The service has ended.");
    });
    return await Promise.race([promise, exit, timeOut(signal)]);
  } finally {
    controller.abort();
  }
}

function timeOut(signal) {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error("The service does not answer.")), patience);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}

function toLine({ shape, longest, ratio, fits, memory, way, statuses }) {
  const mebibytes = `${(memory / 1024 / 1024).toFixed(0)} MiB${fits === true ? "" : `, does not fit ${fits}`}`;
  return `${longest.toFixed(1)} ms, ${ratio.toFixed(1)} x parse, ${mebibytes}: ${shape} (${way}; ${statuses})`;
}

/** The worst of all shapes, and whether it is within what is promised of this size. */
function printWorst() {
  const mebibyte = 1024 * 1024;
  const longest = results[0].longest;
  const memory = Math.max(...results.map((result) => result.memory));
  const dead = results.filter(({ statuses }) => statuses.includes("dead")).length;
  const tooLarge = results.filter(({ fits }) => fits !== true).length;
  printOutcome(
    {
      promise: "P7",
      figures: {
        ...{ megabytes: Number(values.megabytes), shapes: results.length, dead },
        ...{ longestBlockMs: Math.round(longest), tooLarge },
        ...{ withGarbageMiB: Math.round(memory / mebibyte) },
      },
      held: dead + tooLarge === 0 && longest <= (size <= mebibyte ? 50 : 1_000),
    },
    values,
  );
}

function printTable(sorted) {
  console.log(
    `| shape of ${values.megabytes} MB | longest block, ms | x JSON.parse | fits in 4 x body + 16 MiB | with garbage, MiB | worst way | statuses |`,
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const { shape, longest, ratio, fits, memory, way, statuses } of sorted) {
    const mebibytes = (memory / 1024 / 1024).toFixed(0);
    console.log(
      `| ${shape} | ${longest.toFixed(0)} | ${ratio.toFixed(1)} | ${fits === true ? "yes" : `no: ${fits}`} | ${mebibytes} | ${way} | ${statuses} |`,
    );
  }
}
