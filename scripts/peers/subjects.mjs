// The servers that are compared, each configured as its own documentation says.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startServer } from "./server.mjs";

/**
 * @typedef {"messages" | "chat-completions" | "responses"} Format
 *
 * @typedef {object} Way what a server does with requests of one format
 * @property {Format} format of the caller
 * @property {Format} [upstream] the format of the model server behind it; none, if it answers by itself
 * @property {Readonly<Record<string, string>>} [headers] the headers that its documentation asks callers to send
 * @property {number} [maxTokens] the limit of a request that has none, if its documentation asks for one
 *
 * @typedef {object} Subject
 * @property {string} name
 * @property {string} [package] on the npm registry
 * @property {string} setup how it is configured, as a sentence of the page
 * @property {string} [documentation] the page that says so
 * @property {"strict" | "lenient"} profile of the kit: a gateway may leave refusals to the server behind it
 * @property {readonly string[]} unclaimed capabilities of the kit that it does not claim
 * @property {(upstream: number) => readonly Way[]} ways
 * @property {(upstream: number, way: Way) => Promise<import("./server.mjs").Started>} start
 */

/** The key that every server accepts. */
export const key = "sk-conformance";

const root = join(import.meta.dirname, "../..");
const installed = join(root, "tools/peers/node_modules");
const program = (name) => join(import.meta.dirname, "programs", name);

/** @type {readonly Format[]} */
const formats = ["messages", "chat-completions", "responses"];
const relays = formats.map((format) => ({ format, upstream: format }));

/** The most that a gateway can pass: everything, unchanged. */
const passThrough = {
  name: "bare pass-through",
  profile: "lenient",
  setup:
    "A few lines of `node:http` that pass everything on. It shows the most that a gateway can pass.",
  unclaimed: ["WebSockets"],
  ways: () => relays,
  async start(upstream) {
    const port = await freePort();
    return startServer([program("pass-through.mjs"), String(upstream), String(port)], port);
  },
};

const diglot = {
  name: "Diglot",
  profile: "lenient",
  setup:
    "`diglot serve` with a config of one upstream, one model and one key; everything else is the default.",
  documentation: "../gateway.md",
  unclaimed: [],
  ways: () => [
    ...relays,
    { format: "messages", upstream: "chat-completions" },
    { format: "chat-completions", upstream: "messages" },
  ],
  async start(upstream, way) {
    const port = await freePort();
    const config = {
      port,
      upstreams: { server: { ...upstreamOf(upstream, way), apiKey: key } },
      models: [{ id: "echo", upstream: "server" }],
      keys: [{ id: "caller", key }],
    };
    const folder = mkdtempSync(join(tmpdir(), "diglot-peers-"));
    const file = join(folder, "diglot.config.json");
    writeFileSync(file, JSON.stringify(config));
    const main = join(root, "packages/cli/dist/main.js");
    return withFolder(folder, await startServer([main, "serve", file], port));
  },
};

/** @param {number} port @param {Way} way */
function upstreamOf(port, { upstream: format }) {
  const origin = `http://127.0.0.1:${port}`;
  return { format, baseUrl: format === "messages" ? origin : `${origin}/v1` };
}

const portkey = {
  name: "Portkey",
  profile: "lenient",
  package: "@portkey-ai/gateway",
  setup:
    "Started with `--headless`. Each request names the provider and the address of the model server in `x-portkey-provider` and `x-portkey-custom-host`. `@hono/node-server` is held at 1.14.1, because streams fail with newer versions ([issue 1389](https://github.com/Portkey-AI/gateway/issues/1389)). It does not translate Messages for a provider of another format (`messages is not supported by openai`). Anthropic as a provider needs a token limit, so requests without one get `max_tokens`.",
  documentation: "https://portkey.ai/docs/product/ai-gateway/custom-hosts",
  // Its WebSocket is for the realtime API.
  unclaimed: ["WebSockets", "Compaction"],
  ways: (upstream) =>
    [...relays, { format: "chat-completions", upstream: "messages", maxTokens: 1024 }].map(
      (way) => ({
        ...way,
        headers: {
          "x-portkey-provider": way.upstream === "messages" ? "anthropic" : "openai",
          "x-portkey-custom-host": `http://127.0.0.1:${upstream}/v1`,
        },
      }),
    ),
  async start() {
    const port = await freePort();
    const main = join(installed, "@portkey-ai/gateway/build/start-server.js");
    return startServer([main, `--port=${port}`, "--headless"], port);
  },
};

const claudeCodeRouter = {
  name: "claude-code-router",
  profile: "lenient",
  package: "@musistudio/claude-code-router",
  setup:
    "`ccr start` with a `config.json` of one provider, one model, `Router.default` and `APIKEY`, and with `LOG` off. 3.1.1 is newer, but npm cannot install it: its dependency `@the-next-ai/ai-gateway` is not on the registry.",
  documentation: "https://github.com/musistudio/claude-code-router#2-configuration",
  // It serves Claude Code, which asks for none of these.
  unclaimed: ["WebSockets", "Models list"],
  ways: () => [{ format: "messages", upstream: "chat-completions" }],
  async start(upstream) {
    const port = await freePort();
    const home = mkdtempSync(join(tmpdir(), "diglot-peers-"));
    const folder = join(home, ".claude-code-router");
    mkdirSync(folder);
    const provider = {
      name: "server",
      api_base_url: `http://127.0.0.1:${upstream}/v1/chat/completions`,
      api_key: key,
      models: ["echo"],
    };
    const config = {
      ...{ APIKEY: key, HOST: "127.0.0.1", PORT: port, LOG: false, NON_INTERACTIVE_MODE: true },
      ...{ Providers: [provider], Router: { default: "server,echo" } },
    };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    const main = join(installed, "@musistudio/claude-code-router/dist/cli.js");
    return withFolder(home, await startServer([main, "start"], port, { HOME: home }));
  },
};

const fake = {
  name: "Diglot's fake",
  profile: "strict",
  setup: "`createFake` with the echo model and one key.",
  documentation: "../test-a-client.md",
  unclaimed: [],
  ways: () => formats.map((format) => ({ format })),
  start: () => startWithKey(program("fake.mjs")),
};

const aimock = {
  name: "aimock",
  profile: "strict",
  package: "@copilotkit/aimock",
  setup:
    "`LLMock` with one key and one matcher for every request, whose answer does what the echo model does: it repeats, calls the tools that the text asks for, and follows schemas.",
  documentation: "https://aimock.copilotkit.dev/docs",
  unclaimed: ["Compaction"],
  ways: () => formats.map((format) => ({ format })),
  start: () => startWithKey(join(root, "tools/peers/aimock.mjs")),
};

/** Gateways, which stand before the same model server. */
export const gateways = [passThrough, diglot, portkey, claudeCodeRouter];

/** Mocks, which answer by themselves. */
export const mocks = [fake, aimock];

/** Starts the model server behind the gateways. */
export function startModelServer() {
  return startWithKey(program("model-server.mjs"));
}

/** The installed version of a subject, or undefined for what is in this repository. @param {Subject} subject */
export function versionOf(subject) {
  if (subject.package === undefined) return undefined;
  return JSON.parse(readFileSync(join(installed, subject.package, "package.json"), "utf8")).version;
}

/** @param {string} file */
async function startWithKey(file) {
  const port = await freePort();
  return startServer([file, key, String(port)], port);
}

/** @param {string} folder @param {import("./server.mjs").Started} started */
function withFolder(folder, started) {
  const stop = async () => {
    await started.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...started, stop };
}
