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

/** The steps that the page lists below a heading: `file function`. */
function stepsOf(heading: string): readonly string[] {
  const [, section = ""] = page.split(`### ${heading}\n`);
  const [table = ""] = section.split("\n#");
  return [...table.matchAll(/^\| .*\| `(\S+\.ts)` \| `(\w+)` \|$/gm)].map(
    ([, file, name]) => `${file} ${name}`,
  );
}

const chunks = [
  { choices: [{ index: 0, delta: { role: "assistant", content: "Hello." } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
];
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const whole = {
  ...{ id: "c", object: "chat.completion", created: 1, model: "m", usage },
  choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
};
const reply = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;

const main = readFileSync(resolve(root, "handle-request.ts"), "utf8");
/** The steps of the main operation, as the main page calls them: `file function`. */
const called = main.slice(main.indexOf("function generate"));
const ownSteps = [...main.matchAll(/^import \{([^}]+)\} from "\.\/(.+)\.js";$/gm)]
  .flatMap(([, names = "", file]) => names.split(",").map((name) => ({ file, name: name.trim() })))
  .filter(({ name }) => name !== "" && called.includes(`${name}(`))
  .map(({ file, name }) => `${file}.ts ${name}`);

/** A request before an upstream that speaks Chat Completions. @returns the body of the answer */
async function ask(caller: "messages" | "chat-completions", answer: () => Response) {
  const baseUrl = "http://127.0.0.1/v1";
  const upstream = chatCompletionsUpstream({ id: "m", baseUrl, fetch: async () => answer() });
  const { service } = serviceOf(upstream);
  const stream = caller === "messages";
  const [path, init] = requestOf(caller, { model: "m", stream });
  const headers = new Headers(init.headers);
  headers.set("idempotency-key", "once");
  const response = await service.request(path, { ...init, headers });
  const text = await response.text();
  await service.close();
  return text;
}

const answers = {
  "A relayed request": () => ask("chat-completions", () => Response.json(whole)),
  "A translated stream": () => ask("messages", toStream),
} as const;

function toStream(): Response {
  return new Response(reply, { headers: { "content-type": "text/event-stream" } });
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

it.each(["A relayed request", "A translated stream"] as const)(
  "the page of concepts lists the steps of a request, under the heading %j",
  async (heading) => {
    const steps = stepsOf(heading);
    expect(steps.length).toBeGreaterThan(40);
    let text = "";
    const ran = await functionsCalledBy(async () => {
      text = await answers[heading]();
    });
    expect(text).toContain('"Hello."');
    expect(steps.filter((step) => !ran.has(step))).toEqual([]);
    // It runs only when a request fails.
    expect(ownSteps.filter((step) => !steps.includes(step))).toEqual([
      "errors/with-rates.ts withRates",
    ]);
  },
);
