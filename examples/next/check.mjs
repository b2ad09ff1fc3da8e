import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { checkMounted } from "../check-mounted.mjs";

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");

// A check sends nothing to anybody else.
process.env.NEXT_TELEMETRY_DISABLED = "1";
execFileSync(process.execPath, [next, "build"], { stdio: "inherit" });
await checkMounted([next, "start", "--hostname", "127.0.0.1"]);
console.log("next: both clients, streamed and not; a caller that leaves stops the model");
