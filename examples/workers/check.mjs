// Bundles the worker, runs it in workerd on a free port and calls it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { build } from "esbuild";
import { findTool } from "../../tools/find-tools.ts";

const workerd = findTool("workerd");
if (workerd) await check(workerd);
else console.log("skipped: workerd not available");

/** @param {string} program */
async function check(program) {
  await build({
    entryPoints: ["worker.mjs"],
    outfile: "dist/worker.js",
    bundle: true,
    format: "esm",
    logLevel: "warning",
  });
  const child = spawn(program, ["serve", "config.capnp", "--control-fd=3"], {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  try {
    const port = await readPort(child);
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer local-secret" },
      body: JSON.stringify({ model: "hello", messages: [{ role: "user", content: "hi" }] }),
    });
    assert.equal((await response.json()).choices[0].message.content, "Hello from a worker.");
    console.log("workers: workerd answers");
  } finally {
    child.kill();
  }
}

/**
 * The runtime reports the port it was given as a line of JSON on its control channel.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
async function readPort(child) {
  const control = child.stdio[3];
  assert.ok(control);
  const [line] = await once(control, "data");
  return JSON.parse(String(line)).port;
}
