import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { expect, it } from "vitest";
import { chatCompletionsUpstream } from "../src/index.js";

const root = resolve(import.meta.dirname, "../src");
const page = readFileSync(resolve(import.meta.dirname, "../../../docs/concepts.md"), "utf8");

/** The steps that the page lists: `file function`. */
const steps = [...page.matchAll(/^\| .*\| `(\S+\.ts)` \| `(\w+)` \|$/gm)].map(
  ([, file, name]) => `${file} ${name}`,
);

const chunks = [
  { choices: [{ index: 0, delta: { role: "assistant", content: "Hello." } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
];
const reply = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;

const main = readFileSync(resolve(root, "handle-request.ts"), "utf8");
/** The steps of the main operation, as the main page calls them: `file function`. */
const called = main.slice(main.indexOf("function generate"), main.indexOf("function countTokens"));
const ownSteps = [...main.matchAll(/^import \{([^}]+)\} from "\.\/(.+)\.js";$/gm)]
  .flatMap(([, names = "", file]) => names.split(",").map((name) => ({ file, name: name.trim() })))
  .filter(({ name }) => name !== "" && called.includes(`${name}(`))
  .map(({ file, name }) => `${file}.ts ${name}`);

/** One streamed request of a Messages caller, before an upstream that speaks Chat Completions. */
async function request(): Promise<string> {
  const upstream = chatCompletionsUpstream({
    id: "m",
    baseUrl: "http://127.0.0.1/v1",
    fetch: async () => new Response(reply, { headers: { "content-type": "text/event-stream" } }),
  });
  const { service } = serviceOf(upstream);
  const response = await service.request(...requestOf("messages", { model: "m", stream: true }));
  const text = await response.text();
  await service.close();
  return text;
}

/** The functions of core that run meanwhile: `file function`. */
async function functionsCalledBy(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const names = result.flatMap(({ url, functions }) => {
    const file = relative(root, url.startsWith("file:") ? fileURLToPath(url) : url);
    return functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => `${file} ${functionName}`);
  });
  return new Set(names);
}

it("the page of concepts lists every step of a streamed, translated request", async () => {
  expect(steps.length).toBeGreaterThan(25);
  let text = "";
  const ran = await functionsCalledBy(async () => {
    text = await request();
  });
  expect(text).toContain('"text":"Hello."');
  expect(steps.filter((step) => !ran.has(step))).toEqual([]);
  // These two run only when a request fails.
  expect(ownSteps.filter((step) => !steps.includes(step))).toEqual([
    "errors/with-rates.ts withRates",
    "request/unknown-path.ts unknownPath",
  ]);
});
