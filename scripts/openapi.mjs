// Writes docs/openapi/*.json, the description of a service in OpenAPI 3.1; with --print, prints them instead.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createMemoryKeys, createMemoryLedger, healthEndpoints } from "@diglot/core";
import { accountEndpoints, adminEndpoints } from "@diglot/core/accounts";
import { describeService, openapi } from "@diglot/core/openapi";
import { responsesDescription } from "@diglot/responses/schemas";

const folder = new URL("../docs/openapi/", import.meta.url);
const ledger = createMemoryLedger();
const formats = ["messages", responsesDescription, "chat-completions"];
const keys = createMemoryKeys([]);
const credential = "credential-of-an-administrator";
const service = [...accountEndpoints({ ledger }), ...healthEndpoints(), ...openapi()];
const gateway = [...service, ...adminEndpoints({ credential, keys, ledger })];

/** The files by name: what callers see of a service, and the same with what administrators see. */
export function renderDescriptions() {
  const files = { "service.json": service, "gateway.json": gateway };
  return Object.entries(files).map(([name, endpoints]) => {
    const document = describeService({ formats, endpoints });
    return { name, text: `${JSON.stringify(document, undefined, 2)}\n` };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of renderDescriptions()) {
    if (process.argv.includes("--print")) process.stdout.write(text);
    else writeFileSync(new URL(name, folder), text);
  }
}
