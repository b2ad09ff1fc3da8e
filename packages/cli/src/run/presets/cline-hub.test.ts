import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { endHub } from "./cline-hub.js";

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "diglot-hub-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "hub.json");
}

function startProcess() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return { pid: child.pid, ended: once(child, "exit") };
}

describe("endHub", () => {
  it("ends the process that the file names", async () => {
    const file = newFile();
    const { pid, ended } = startProcess();
    writeFileSync(file, JSON.stringify({ pid }));
    await endHub(file);
    expect(await ended).toEqual([null, "SIGTERM"]);
  });

  it("waits for one that is about to start", async () => {
    const file = newFile();
    const { pid, ended } = startProcess();
    mkdirSync(`${file}.lock`);
    const ending = endHub(file);
    writeFileSync(file, JSON.stringify({ pid }));
    await ending;
    expect(await ended).toEqual([null, "SIGTERM"]);
  });

  it.each(["{", "{}", '{"pid":0}', '{"pid":"1"}'])("ends nothing for %s", async (text) => {
    const file = newFile();
    writeFileSync(file, text);
    await expect(endHub(file)).resolves.toBeUndefined();
  });
});
