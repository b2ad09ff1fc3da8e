// Draws docs/pictures/terminal.svg: a terminal in which the commands below really run. By hand, on
// Linux, since it needs `script` of util-linux: npm run docs:terminal
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toLines } from "./terminal-picture/lines.mjs";
import { runSession } from "./terminal-picture/session.mjs";
import { toSvg } from "./terminal-picture/svg.mjs";

/**
 * What is typed, in this order. A command with `ready` is a server: the next one is typed when its
 * output matches. Output is shown from the first line that matches `from`, and `lines` lines of it.
 *
 * @typedef {import("./terminal-picture/session.mjs").Command} Command
 * @type {readonly (Command & import("./terminal-picture/lines.mjs").Cut)[]}
 */
const steps = [
  {
    command: "npm start",
    ready: /\/v1\/usage/,
    from: /^Diglot is listening/,
    lines: 6,
  },
  {
    command: `curl http://127.0.0.1:8787/v1/messages \\
  -H 'x-api-key: local-secret' -H 'anthropic-version: 2023-06-01' \\
  -H 'content-type: application/json' \\
  -d '{"model":"eliza","max_tokens":100,"messages":[{"role":"user","content":"I am unhappy."}]}'`,
  },
  {
    command: `curl -N http://127.0.0.1:8787/v1/chat/completions \\
  -H 'authorization: Bearer local-secret' -H 'content-type: application/json' \\
  -d '{"model":"eliza","stream":true,"messages":[{"role":"user","content":"I am unhappy."}]}'`,
    lines: 7,
  },
];

const title = "A terminal: the server is started, and called in both formats";
const columns = 100;
const root = fileURLToPath(new URL("..", import.meta.url));
const picture = join(root, "docs/pictures/terminal.svg");

const folder = mkdtempSync(join(tmpdir(), "terminal-"));
const port = await findFreePort();
/** What differs from run to run: in the picture it is as it would be on a fresh machine. */
const shown = new Map([
  [`${folder}/`, ""],
  [`127.0.0.1:${port}`, "127.0.0.1:8787"],
]);
const env = {
  ...process.env,
  PORT: String(port),
  DIGLOT_KEY: "local-secret",
  DIGLOT_DATABASE: join(folder, "diglot.sqlite"),
};

try {
  const outputs = await runSession(steps, { cwd: root, env, columns, shown });
  const lines = await Promise.all(
    steps.map((step, index) => toLines(step.command, outputs[index] ?? "", columns, step)),
  );
  writeFileSync(picture, toSvg(lines.flat(), { title, columns }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns {Promise<number>} */
function findFreePort() {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const free = typeof address === "object" ? address?.port : undefined;
      server.close(() => (free ? resolve(free) : reject(new Error("There is no free port."))));
    });
  });
}
