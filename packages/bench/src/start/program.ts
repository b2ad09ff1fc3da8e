// Imports a package in this fresh process, and lets Diglot answer once. Prints the times as JSON. The
// arguments are the checkout and the name of the package.
import { callerHeaders, key } from "../shared/exchange.ts";
import { type Core, loadCore, loadPackage } from "../shared/project.ts";

type Testing = typeof import("@diglot/testing");

const [root = "", name = ""] = process.argv.slice(2);
const request = {
  method: "POST",
  headers: { ...callerHeaders, "x-api-key": key },
  body: JSON.stringify({
    model: "m",
    max_tokens: 100,
    stream: true,
    messages: [{ role: "user", content: "hi" }],
  }),
};

const begun = performance.now();
const imported = await importPackage();
const importEnd = performance.now();
// Node loads its Web objects when they are first touched. Any client does so too.
new Request("http://service/", { method: "POST", body: "touched" });
new Response("touched");
const touched = performance.now();
const answer = await answerOnce();
if (answer && !(await answer.text()).includes("Hello")) throw new Error("There was no answer.");
const first = performance.now() - touched;
console.log(JSON.stringify({ import: importEnd - begun, ...(answer && { first }) }));

async function importPackage() {
  if (name === "core") return { core: await loadCore(root) };
  if (name === "testing") return { testing: await loadPackage<Testing>(root, "testing") };
  await import(name);
  return {};
}

async function answerOnce(): Promise<Response | undefined> {
  if ("core" in imported) return answerByCore(imported.core);
  if (!("testing" in imported)) return undefined;
  const fake = imported.testing.createFake().reply("Hello");
  return fake.fetch("http://fake/v1/messages", request);
}

async function answerByCore(core: Core): Promise<Response> {
  const model = core.defineModel("m", async function* () {
    yield "Hello";
  });
  const service = core.createService({ models: [model], keys: core.createMemoryKeys([{ key }]) });
  return service.request("/v1/messages", request);
}
