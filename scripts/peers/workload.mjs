// Loads the servers of the comparison with the requests of the benchmark, one after the other in turns.
import { configure, startSurroundings } from "../../packages/bench/src/http/bench.ts";
import { paths } from "../../packages/bench/src/shared/formats.ts";
import { modelName, requestBody } from "../../packages/bench/src/shared/requests.ts";
import { key } from "./subjects.mjs";

/**
 * @typedef {object} Measured medians of the rounds
 * @property {string} name of the server
 * @property {number} perSecond requests that were answered in a second, with 16 callers
 * @property {number} cpu microseconds of processor time for each of them
 * @property {number} alone milliseconds in which half of the requests of a single caller were answered
 */

const rounds = 3;
const callers = 16;
const [warmUp, many, one] = [2_000, 1_000, 500];

/** The names of the benchmark for the formats. */
const names = { "chat-completions": "chat", messages: "messages" };
const endings = { chat: "[DONE]", messages: "message_stop" };

/** What is measured. */
const scenarios = [
  { title: "Chat Completions relayed, JSON", format: "chat-completions" },
  {
    title: "Chat Completions relayed, a stream of 100 deltas",
    format: "chat-completions",
    deltas: 100,
  },
  { title: "Messages relayed, JSON", format: "messages" },
  { title: "Chat Completions to Messages, JSON", format: "chat-completions", upstream: "messages" },
  { title: "Messages to Chat Completions, JSON", format: "messages", upstream: "chat-completions" },
  {
    title: "Messages to Chat Completions, a stream of 100 deltas",
    ...{ format: "messages", upstream: "chat-completions", deltas: 100 },
  },
];

/**
 * @param {readonly import("./subjects.mjs").Subject[]} gateways
 * @param {readonly import("./subjects.mjs").Subject[]} mocks
 * @param {(title: string) => void} progress
 */
export async function measureAll(gateways, mocks, progress) {
  const surroundings = await startSurroundings();
  try {
    const tables = [];
    for (const { upstream, ...scenario } of scenarios) {
      progress(scenario.title);
      const behind = upstream ?? scenario.format;
      const form = scenario.deltas === undefined ? "json" : "deltas";
      const { deltas = 1 } = scenario;
      await configure(surroundings, { target: { model: names[behind] }, form, deltas });
      tables.push(await measure(surroundings, gateways, { ...scenario, upstream: behind }));
    }
    const title = "Answered by the server itself, Chat Completions, JSON";
    progress(title);
    tables.push(await measure(surroundings, mocks, { title, format: "chat-completions" }));
    return tables;
  } finally {
    await surroundings.stop();
  }
}

async function measure({ load, upstreamPort }, subjects, scenario) {
  const running = [];
  try {
    for (const subject of subjects) {
      const way = subject
        .ways(upstreamPort)
        .find(
          ({ format, upstream }) => format === scenario.format && upstream === scenario.upstream,
        );
      if (way === undefined) continue;
      const server = await subject.start(upstreamPort, way);
      running.push({ name: subject.name, server, asked: toLoad(scenario, way, server.port) });
    }
    return { title: scenario.title, rows: await takeTurns(load, running) };
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
}

function toLoad({ format, deltas }, { headers }, port) {
  const name = names[format];
  const body = requestBody(name, deltas !== undefined).replace(modelName, "echo");
  const ending = deltas === undefined ? "}" : endings[name];
  return {
    ...{ port, path: paths[name], body, ending },
    headers: { ...headers, authorization: `Bearer ${key}` },
  };
}

async function takeTurns(load, running) {
  const results = running.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, { server, asked }] of running.entries()) {
      const result = await runOnce(load, server, asked, round < 0 ? warmUp : many);
      if (round >= 0) results[index].push(result);
    }
  }
  return running.map(({ name }, index) => ({ name, ...medians(results[index]) }));
}

async function runOnce(load, server, asked, milliseconds) {
  const before = server.cpu();
  const crowd = await load.ask("run", { ...asked, concurrency: callers, milliseconds });
  const cpu = (server.cpu() - before) / crowd.requests;
  const alone = await load.ask("run", { ...asked, concurrency: 1, milliseconds: one });
  const failures = crowd.failures + alone.failures;
  return { perSecond: (crowd.requests * 1_000) / milliseconds, cpu, alone: alone.median, failures };
}

function medians(results) {
  const median = (read) => results.map(read).toSorted((a, b) => a - b)[results.length >> 1];
  return {
    perSecond: median(({ perSecond }) => perSecond),
    cpu: median(({ cpu }) => cpu),
    alone: median(({ alone }) => alone),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
  };
}
