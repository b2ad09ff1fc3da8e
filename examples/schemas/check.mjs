// Runs the program as a user would.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

const lines = execFileSync(process.execPath, ["main.mjs"], { encoding: "utf8" });
assert.equal(lines, "echo\nMessagesResponse\n");
console.log("schemas: one is part of a schema of the program, one is a JSON Schema");
