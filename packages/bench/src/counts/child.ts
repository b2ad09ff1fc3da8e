// Counts every kind of exchange in this process and prints the counts as JSON. The first argument is
// the checkout whose built packages are counted.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { loadCore } from "../shared/project.ts";
import { countDelta, countExchange } from "./count-exchange.ts";
import { instrument } from "./instrument.ts";
import { kinds } from "./kinds.ts";
import type { Counts } from "./metrics.ts";
import { wrapGlobals } from "./wrap-globals.ts";

const [root = ""] = process.argv.slice(2);
const packages = `${pathToFileURL(root).href}/packages/`;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith(packages) || !url.includes("/dist/")) return loaded;
    return { ...loaded, source: instrument(new TextDecoder().decode(toBytes(loaded.source))) };
  },
});
wrapGlobals();
const core = await loadCore(root);
const counts: Record<string, Counts> = {};
for (const kind of kinds) {
  counts[kind.id] = await countExchange(core, kind, 10);
  if (kind.form !== "json") counts[`${kind.id}/delta`] = await countDelta(core, kind);
}
console.log(JSON.stringify(counts));
process.exit();

function toBytes(source: unknown): Uint8Array {
  if (source instanceof Uint8Array) return source;
  return new TextEncoder().encode(String(source));
}
