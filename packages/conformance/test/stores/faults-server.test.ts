import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createSqliteStore } from "@diglot/store-sqlite";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Way } from "../upstreams/ways.js";
import { relayedWays, wayTitle } from "./faults.js";

const program = resolve(import.meta.dirname, "../../../cli/dist/main.js");

/** The server on a file of its own, and its ledger as another process reads it. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), "diglot-server-"));
  const path = join(folder, "ledger.sqlite");
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: "0", DIGLOT_DATABASE: path, DIGLOT_KEY: key },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let welcome = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    welcome += text;
  });
  await until(() => welcome.includes("/v1/usage"));
  const store = createSqliteStore({ path });
  onTestFinished(() => {
    child.kill("SIGKILL");
    store.close();
    rmSync(folder, { recursive: true });
  });
  const [origin = ""] = /http:\/\/[^/\s]+/.exec(welcome) ?? [];
  return { child, ledger: store.ledger, origin };
}

function ask(origin: string, { caller, stream }: Way): Promise<Response> {
  const messages = [{ role: "user", content: "My mother takes care of me." }];
  const [path, init] = requestOf(caller, { model: "eliza", stream, messages });
  return fetch(`${origin}${path}`, init);
}

describe.each(relayedWays)(`the server ${wayTitle}`, (way) => {
  it("P02 lets a running answer end when it is asked to end, and leaves no row open", {
    timeout: 120_000,
  }, async () => {
    const { child, ledger, origin } = await startServer();
    const answer = ask(origin, way);
    // On a busy machine the answer may be there before anybody has looked at the ledger.
    let isThere = false;
    void answer.then(() => {
      isThere = true;
    });
    await until(async () => isThere || (await ledger.countOpen()) === 1);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const response = await answer;
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain("family");
    if (way.stream) expect(text).toContain(way.caller === "messages" ? "message_stop" : "[DONE]");
    expect(await ended).toEqual([0, null]);
    expect(await ledger.countOpen()).toBe(0);
    const { rows } = await ledger.rows();
    expect(rows).toMatchObject([{ state: "settled", end: "completed" }]);
    expect(await ledger.balance(rows[0]?.accountId ?? "")).toMatchObject({ reserved: 0 });
  });
});
