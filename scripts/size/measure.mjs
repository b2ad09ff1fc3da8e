// What each public package costs, with its limits, and how it is measured.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The folder of the repository. */
const ownRoot = fileURLToPath(new URL("../..", import.meta.url));

const frameworks = ["@diglot/*", "express"];

/** The packages that are built into core. */
const builtIn = ["eventsource-parser", "zod/mini"];
/** What serves models in process only. */
const inProcess = ["createService", "createMemoryKeys", "defineModel"];

/**
 * What is measured: a package, what is left out of its bundle, what is used of it (without `uses`,
 * everything), and its limit in gzipped bytes. 5,300 bytes of core are what guards it against hostile
 * callers and upstreams: the structure of bodies, parsing and translation in steps, uploads, hosts and
 * origins, members that choose a route, secrets in what upstreams say, and replies that only look
 * whole. 3,000 more are words: why a request was refused, and what a client probably wanted. 2,000
 * more are about who calls: keys that change in place, lists of accounts, callers whom the host knows.
 * 2,500 are several choices: calls side by side, reserved together and mixed into one answer; 2,000 are
 * log probabilities: read, cut with their text and written; 2,800 are tables of options: a mistake that
 * is named at the start costs less than one on a bill. 4,600 bytes buy speed: small bodies are judged
 * by their parsed value, events that repeat the last one are not parsed again and are passed together,
 * and what is known at once is not waited for; the ways for all other input stay beside them. 500 more
 * let a stream that runs hold a fifth less memory. 1,300 are what keeps the spelling of numbers in the
 * JSON that a translation carries. 1,800 more find the secrets of a service in whatever
 * others say, in every spelling and in one pass; reporters are given the search. 3,400 are what an
 * operator sees: the events of requests and attempts, traces, contents for an inspector, and health
 * checks, and 800 which session of which tool asked. 900 read functions, which were before tools, as
 * tools. 1,000 are for models that call an API through its SDK: what its errors mean. 1,800 keep
 * instructions the same in every request, for the caches of servers, most of them a table of what tools
 * write. 4,500 run a search of the web in the vendor's place. 6,500 are several keys of an upstream, and the
 * way back to the one that a conversation came from. 500 count units other than tokens and carry forms. 800 bytes of the
 * fake keep what its service reports and open the inspector on it, which is not a part of it. 3,000 of the
 * inspector are plots by name, and forms for credit and budgets; 1,600 more open it by a one-time link,
 * read its plots in words and split their days by name. 1,600 of core are
 * eventsource-parser, and 8,300 what it uses of zod; both are left out of "our own code".
 */
export const bundles = [
  {
    name: "core, our own code",
    folder: "core",
    entry: "src/index.ts",
    external: builtIn,
    limit: 174_300,
  },
  { name: "core", folder: "core", external: [], limit: 184_400 },
  {
    name: "core, models in process only, our own code",
    folder: "core",
    entry: "src/index.ts",
    uses: inProcess,
    external: builtIn,
    limit: 93_800,
  },
  {
    name: "core, models in process only",
    folder: "core",
    uses: inProcess,
    external: [],
    limit: 105_500,
  },
  { name: "adapter-fetch", folder: "adapter-fetch", external: frameworks, limit: 4_000 },
  {
    name: "adapter-node-http",
    folder: "adapter-node-http",
    external: [...frameworks, "undici", "undici/*", "ws"],
    limit: 8_000,
  },
  { name: "adapter-express", folder: "adapter-express", external: frameworks, limit: 4_000 },
  {
    name: "limits",
    folder: "limits",
    external: [...frameworks, "rate-limiter-flexible"],
    limit: 8_000,
  },
  {
    name: "opentelemetry",
    folder: "opentelemetry",
    external: [...frameworks, "@opentelemetry/api"],
    limit: 7_900,
  },
  { name: "ai-sdk", folder: "ai-sdk", external: frameworks, limit: 7_500 },
  {
    name: "langchain",
    folder: "langchain",
    external: [...frameworks, "@langchain/core"],
    limit: 7_500,
  },
  {
    name: "openai-agents",
    folder: "openai-agents",
    external: [...frameworks, "@openai/agents"],
    limit: 5_500,
  },
  { name: "store-sqlite", folder: "store-sqlite", external: frameworks, limit: 10_000 },
  { name: "store-postgres", folder: "store-postgres", external: frameworks, limit: 14_200 },
  { name: "testing, the fake", folder: "testing", external: frameworks, limit: 31_100 },
  { name: "responses", folder: "responses", external: frameworks, limit: 60_000 },
  { name: "endpoints", folder: "endpoints", external: frameworks, limit: 17_000 },
  { name: "embedded-models", folder: "embedded-models", external: frameworks, limit: 16_000 },
  { name: "inspector, with its page", folder: "inspector", external: frameworks, limit: 63_200 },
];

/**
 * What npm installs: a package, and its limits in bytes, as it is downloaded and as it is unpacked. The
 * transport on undici and the shared statements of PostgreSQL took 3,000 bytes each, the description of a
 * service 12,000, and what those who write a format share with core 53,000, most of it types. Responses
 * grew by the tables of what becomes of every field, and core by the rules that they share. The readers of
 * `diglot import` took 21,000 of the command, 79,000 unpacked; they are loaded when it runs.
 */
export const packs = [
  { folder: "core", packed: 1_137_000, unpacked: 4_700_000 },
  { folder: "testing", packed: 500_000, unpacked: 1_800_000 },
  { folder: "adapter-fetch", packed: 8_000, unpacked: 40_000 },
  { folder: "adapter-node-http", packed: 29_000, unpacked: 98_000 },
  { folder: "adapter-express", packed: 8_000, unpacked: 30_000 },
  { folder: "limits", packed: 20_000, unpacked: 80_000 },
  { folder: "opentelemetry", packed: 29_700, unpacked: 103_000 },
  { folder: "ai-sdk", packed: 26_000, unpacked: 95_000 },
  { folder: "langchain", packed: 26_000, unpacked: 95_000 },
  { folder: "openai-agents", packed: 22_000, unpacked: 80_000 },
  { folder: "store-sqlite", packed: 29_500, unpacked: 113_000 },
  { folder: "store-postgres", packed: 39_500, unpacked: 159_000 },
  { folder: "responses", packed: 159_000, unpacked: 746_000 },
  { folder: "endpoints", packed: 56_000, unpacked: 225_000 },
  { folder: "web-tools", packed: 20_000, unpacked: 70_000 },
  { folder: "embedded-models", packed: 40_000, unpacked: 150_000 },
  { folder: "inspector", packed: 140_500, unpacked: 386_000 },
  { folder: "cli", packed: 159_000, unpacked: 634_000 },
];

/**
 * The bytes of a bundle, minified and gzipped.
 * @param {{ folder: string, entry?: string, uses?: readonly string[], external: readonly string[] }} bundle
 * @param root the checkout whose build is measured
 */
export async function measureBundle(bundle, root = ownRoot) {
  const { folder, uses, external } = bundle;
  const entry = join(root, "packages", folder, bundle.entry ?? "dist/index.js");
  const names = uses ? `{ ${uses.join(", ")} }` : "*";
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${names} from ${JSON.stringify(entry)}`,
      resolveDir: dirname(entry),
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: folder === "core" ? "neutral" : "node",
    mainFields: ["module", "main"],
    external: [...external],
    logLevel: "error",
  });
  const [output] = outputFiles;
  return { minified: output.contents.length, gzipped: gzipSync(output.contents).length };
}

/** What npm would pack: `{ size, unpackedSize }` in bytes. */
export function measurePack({ folder }) {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json"], {
    cwd: join(ownRoot, "packages", folder),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // A list, or since npm 12 an object with the package's name as the key.
  const [report] = Object.values(JSON.parse(output));
  return report;
}
