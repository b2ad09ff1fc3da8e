// Performs the steps of deploy/docker/Dockerfile in an empty folder, since CI has no Docker: installs the
// packed packages, starts the command of the image, asks its health check, sends a request, and ends it
// with SIGTERM during a stream, which must be finished.
//
//   npm run rehearse-image
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./peers/server.mjs";
import { registryEnvironment } from "./registry/environment.mjs";
import { publishAll } from "./registry/publish-all.mjs";
import { startRegistry } from "./registry/registry.mjs";
import { commandOf, readSteps, variablesOf } from "./rehearse-image/dockerfile.mjs";
import { startSlowModel } from "./rehearse-image/slow-model.mjs";

const root = join(import.meta.dirname, "..");
const box = join(root, "deploy/docker");
const steps = readSteps(readFileSync(join(box, "Dockerfile"), "utf8"));
const credential = "sk-rehearsal-of-the-image";
const image = mkdtempSync(join(tmpdir(), "diglot-image-"));
const begun = performance.now();

/** Paths of the image lie in the folder. @param {string} text */
const inside = (text) => text.replaceAll(/(?<![\w./])\/(?=(?:opt|etc|var)\/)/g, `${image}/`);
const say = (text) => {
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1)} s  ${text}`);
};

const model = await startSlowModel(credential);
try {
  await build();
  await run();
} finally {
  await model.close();
  rmSync(image, { recursive: true, force: true });
}

/** The steps that make the image. */
async function build() {
  const registry = await startRegistry();
  const publishing = mkdtempSync(join(tmpdir(), "diglot-publishing-"));
  try {
    await publishAll(root, await registryEnvironment(registry.url, publishing));
    say("published on loopback");
    let folder = image;
    for (const { name, rest } of steps) {
      if (name === "WORKDIR") {
        folder = inside(rest);
        mkdirSync(folder, { recursive: true });
      } else if (name === "RUN") await shell(inside(rest), folder, registry.url);
      // All stages share the folder, so a copy between them is already where it belongs.
      else if (name === "COPY") assert(existsSync(inside(rest.split(" ")[1])), rest);
    }
  } finally {
    await registry.close();
    rmSync(publishing, { recursive: true, force: true });
  }
}

async function shell(line, cwd, registry) {
  const environment = {
    ...process.env,
    ...variablesOf(steps),
    npm_config_registry: registry,
    npm_config_replace_registry_host: "never",
    npm_config_prefer_offline: "true",
  };
  const stdio = ["ignore", "ignore", "inherit"];
  const [code] = await once(spawn("sh", ["-c", line], { cwd, env: environment, stdio }), "exit");
  assert.equal(code, 0, line);
  say(`RUN ${line.replaceAll(image, "")}`);
}

/** The container. */
async function run() {
  const config = inside("/etc/diglot/diglot.config.json");
  mkdirSync(dirname(config), { recursive: true });
  copyFileSync(join(box, "diglot.config.json"), config);
  const environment = {
    PATH: process.env.PATH,
    ...Object.fromEntries(
      Object.entries(variablesOf(steps)).map(([name, value]) => [name, inside(value)]),
    ),
    ...{ HOST: "127.0.0.1", PORT: String(await freePort()), ADMIN_CREDENTIAL: credential },
    ...{ UPSTREAM_URL: model.url, UPSTREAM_KEY: credential, UPSTREAM_MODEL: "slow" },
  };
  const [, ...words] = commandOf(steps, "CMD").map(inside);
  const cwd = inside(steps.findLast(({ name }) => name === "WORKDIR")?.rest ?? "");
  const child = spawn(process.execPath, words, { cwd, env: environment, stdio: "inherit" });
  try {
    await serve(child, environment);
  } finally {
    child.kill("SIGKILL");
  }
}

async function serve(child, environment) {
  const origin = `http://127.0.0.1:${environment.PORT}`;
  await untilHealthy(child, environment);
  say("HEALTHCHECK succeeds");
  const { secret } = await post(`${origin}/admin/keys`, credential, { account_id: "team" });
  const messages = [{ role: "user", content: "Hello" }];
  const request = { model: "slow", max_tokens: 9, stream: true, messages };
  const stream = await send(`${origin}/v1/messages`, secret, request);
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("first")) text += (await reader.read()).value;
  say("a stream has begun");
  child.kill("SIGTERM");
  const exit = once(child, "exit");
  while ((await fetch(`${origin}/readyz`)).status !== 503) await sleep(50);
  say("SIGTERM: /readyz answers 503");
  model.goOn();
  for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
  assert.match(text, /last[\s\S]*message_stop/);
  assert.deepEqual(await exit, [0, null]);
  say("the stream was finished, and the command has ended with 0");
}

/** Asks as Docker does, until the check succeeds. */
async function untilHealthy(child, environment) {
  const [, ...words] = commandOf(steps, "HEALTHCHECK");
  for (;;) {
    const check = spawn(process.execPath, words, { env: environment, stdio: "inherit" });
    const [code] = await once(check, "exit");
    if (code === 0) return;
    assert.equal(child.exitCode, null, "The command of the image has ended.");
    await sleep(100);
  }
}

async function post(url, key, body) {
  return (await send(url, key, body)).json();
}

async function send(url, key, body) {
  const headers = { "content-type": "application/json", "x-api-key": key };
  headers["anthropic-version"] = "2023-06-01";
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  assert(response.ok, `${url} answers ${response.status}`);
  return response;
}
