// Holds Diglot and its peers to the same checks and the same load, and writes docs/reference/peers.md.
//
//   npm run peers              about seven minutes on two busy cores; Linux only
//   npm run peers -- --load    measures only the load again, and keeps the other results
//   npm run peers -- --page    only writes the page from the last results
//
// The peers come from the npm registry, into tools/peers.
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { check } from "./peers/check.mjs";
import { renderPage } from "./peers/page.mjs";
import { gateways, mocks, startModelServer, versionOf } from "./peers/subjects.mjs";
import { measureAll } from "./peers/workload.mjs";

const root = join(import.meta.dirname, "..");
const kept = join(root, "tools/peers/results.json");
const flag = { type: "boolean", default: false };
const { values } = parseArgs({ options: { page: flag, load: flag } });
const progress = (text) => process.stderr.write(`${text}\n`);

if (!values.page) writeFileSync(kept, `${JSON.stringify(await compare(), null, 2)}\n`);
writeFileSync(join(root, "docs/reference/peers.md"), renderPage(readResults()));

async function compare() {
  const checked = values.load
    ? readResults()
    : { gateways: await checkAll(gateways), mocks: await checkAll(mocks) };
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${cpus()[0]?.model ?? process.arch}, ${availableParallelism()} cores`,
    // Other work on the machine makes the figures of the load worse.
    busy: loadavg()[0],
    gateways: checked.gateways,
    mocks: checked.mocks,
    load: await measureAll(gateways, mocks, progress),
  };
}

function readResults() {
  return JSON.parse(readFileSync(kept, "utf8"));
}

/** @param {readonly import("./peers/subjects.mjs").Subject[]} subjects */
async function checkAll(subjects) {
  const server = await startModelServer();
  const results = [];
  for (const subject of subjects) {
    progress(`Checking ${subject.name}`);
    const { name, setup, documentation, unclaimed } = subject;
    const ways = [];
    for (const way of subject.ways(server.port)) ways.push(await check(subject, way, server.port));
    const version = versionOf(subject);
    results.push({
      name,
      package: subject.package,
      version,
      setup,
      documentation,
      unclaimed,
      ways,
    });
  }
  await server.stop();
  return results;
}
