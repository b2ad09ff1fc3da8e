// The ways of four people from an empty folder to the first answer: each step is one thing that they
// type, write or call.

const conversation = { max_tokens: 100, messages: [{ role: "user", content: "Hello?" }] };
const key = "sk-local-0123456789";
const credential = "an-administrators-credential";

const agentConfig = `import { defineModel } from "@diglot/core";
import { defineConfig } from "diglot";

const agent = defineModel("agent", async function* () {
  yield "Hello!";
});

export default defineConfig({ port: 8791, keys: [{ id: "me", key: "${key}" }], models: [agent] });
`;

/** @param {string} upstream */
const gatewayConfig = (upstream) =>
  `${JSON.stringify(
    {
      port: 8792,
      upstreams: { local: { baseUrl: upstream, allModels: true } },
      unknownAccounts: "refuse",
      store: { type: "sqlite", path: "gateway.sqlite" },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the gateway puts the variable in
      admin: { credential: "${ADMIN_CREDENTIAL}" },
    },
    undefined,
    2,
  )}\n`;

/**
 * The four kinds of people, and what each of them does.
 * @param {string} upstream the base URL of a local model
 */
export function waysOf(upstream) {
  return [
    { who: "serves an agent of their own", steps: agentSteps },
    { who: "sells models of others", steps: toGatewaySteps(upstream) },
    { who: "points a coding tool at a local model", steps: [toToolStep(upstream)] },
    { who: "tests a client", steps: fakeSteps },
  ];
}

const gateway = "http://127.0.0.1:8792";
const administrator = { DIGLOT_ADMIN_CREDENTIAL: credential };

/** A coding tool in one line: it asks once in the Messages format, by its variables. */
const tool = [
  "fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST',",
  "headers: { 'x-api-key': process.env.ANTHROPIC_API_KEY,",
  "'anthropic-version': '2023-06-01', 'content-type': 'application/json' },",
  "body: JSON.stringify({ model: process.env.ANTHROPIC_MODEL, max_tokens: 100,",
  "messages: [{ role: 'user', content: 'Hello?' }] }) })",
  ".then((response) => process.exit(response.ok ? 0 : 1))",
].join(" ");

const agentSteps = [
  { title: "npm install diglot @diglot/core", run: install("diglot @diglot/core") },
  write("diglot.config.mjs", agentConfig),
  { title: "npx diglot serve", run: ({ start }) => start("npx diglot serve") },
  { title: "call it", run: ({ ask }) => call(ask, "http://127.0.0.1:8791", key, "agent") },
];

/** @param {string} upstream */
function toGatewaySteps(upstream) {
  return [
    { title: "npm install diglot", run: install("diglot") },
    write("diglot.config.json", gatewayConfig(upstream)),
    { title: "npx diglot serve", run: serveGateway },
    { title: "npx diglot keys create", run: createKey },
    { title: "npx diglot credit add", run: addCredit },
    { title: "call it", run: ({ ask, secret }) => call(ask, gateway, secret, "llama3") },
  ];
}

async function serveGateway({ start, reach }) {
  start("npx diglot serve", { ADMIN_CREDENTIAL: credential });
  await reach(`${gateway}/healthz`);
}

/** Leaves the secret of the key for the last step. */
async function createKey(tools) {
  const words = `npx diglot keys create --account team-a --json --url ${gateway}`;
  tools.secret = JSON.parse(await tools.run(words, administrator)).secret;
}

function addCredit({ run }) {
  return run(`npx diglot credit add team-a 10.00 --url ${gateway}`, administrator);
}

/** @param {string} upstream */
function toToolStep(upstream) {
  return {
    title: "npx diglot run --upstream … -- tool",
    run: ({ run }) => run(`npx -y diglot run --upstream ${upstream} -- node -e "${tool}"`),
  };
}

const fakeSteps = [
  write("script.json", '["Hello!"]\n'),
  {
    title: "npx diglot fake script.json",
    run: ({ start }) => start("npx -y diglot fake script.json --port 8794"),
  },
  { title: "call it", run: ({ ask }) => call(ask, "http://127.0.0.1:8794", key, "any") },
];

/** Asks a model in the Messages format. */
function call(ask, baseUrl, secret, model) {
  const headers = { "anthropic-version": "2023-06-01", "x-api-key": secret };
  return ask(`${baseUrl}/v1/messages`, headers, { model, ...conversation });
}

function install(packages) {
  return async ({ run }) => {
    await run("npm init -y");
    await run(`npm install ${packages}`);
  };
}

function write(name, text) {
  return { title: `write ${name}`, run: (tools) => tools.write(name, text) };
}
