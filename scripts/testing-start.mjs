// Measures how soon a test can run: the time to import @diglot/testing and to its first answer, beside
// the time to import the official clients. Each figure is of a fresh process; the packages take turns.
// Node loads its Request and Response when they are first touched; any client does so, so that is
// measured apart.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const rounds = Number(process.argv[2] ?? 15);
/** A package that has all of them as dependencies. */
const cwd = fileURLToPath(new URL("../packages/conformance", import.meta.url));

const measures = {
  "@diglot/testing": `
    const begun = performance.now();
    const { createFake } = await import("@diglot/testing");
    const imported = performance.now();
    new Request("http://fake/", { method: "POST", body: "touched" });
    new Response("touched");
    const touched = performance.now();
    const fake = createFake().reply("Hello");
    const answer = await fake.fetch("http://fake/v1/messages", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": "sk-test",
        "anthropic-version": "2023-06-01",
      },
      body: JSON.stringify({
        model: "m",
        max_tokens: 100,
        stream: true,
        messages: [{ role: "user", content: "hi" }],
      }),
    });
    if (!(await answer.text()).includes("Hello")) throw new Error("There was no answer.");
    const answered = performance.now();
    console.log(
      JSON.stringify({
        import: imported - begun,
        touch: touched - imported,
        first: answered - touched,
      }),
    );`,
  "@anthropic-ai/sdk": importOf("@anthropic-ai/sdk"),
  openai: importOf("openai"),
};

function importOf(name) {
  return `
    const begun = performance.now();
    await import(${JSON.stringify(name)});
    console.log(JSON.stringify({ import: performance.now() - begun }));`;
}

function measure(program) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { cwd, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}

const figures = new Map(Object.keys(measures).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, program] of Object.entries(measures)) figures.get(name).push(measure(program));
}

const imports = new Map(
  [...figures].map(([name, runs]) => [name, median(runs.map((run) => run.import))]),
);
const own = imports.get("@diglot/testing");
for (const [name, milliseconds] of imports) {
  const ratio = (own / milliseconds).toFixed(2);
  console.log(`import ${name}: ${milliseconds.toFixed(1)} ms; ours is ${ratio} of it`);
}
const runs = figures.get("@diglot/testing");
const first = median(runs.map((run) => run.first));
const shortest = Math.min(...[...imports].slice(1).map(([, milliseconds]) => milliseconds));
const ratio = (first / shortest).toFixed(3);
console.log(`first answer: ${first.toFixed(1)} ms; ${ratio} of the quicker import of a client`);
const touch = median(runs.map((run) => run.touch));
console.log(`Node's own Request and Response, before that: ${touch.toFixed(1)} ms`);
