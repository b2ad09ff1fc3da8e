import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Reporter } from "@diglot/core";
import { type Kind, kinds } from "../counts/kinds.ts";
import { type Core, loadPackage } from "../shared/project.ts";
import { usualSize } from "../shared/requests.ts";
import type { Case } from "./case.ts";
import { exchangeWork } from "./exchanges.ts";

type OpenTelemetry = typeof import("@diglot/opentelemetry");

/** Deltas of each stream. */
const deltas = 200;

/** An exchange with as little work of its own as there is, one with more, and a stream. */
const observed: ReadonlySet<string> = new Set([
  "chat-own",
  "messages-chat",
  "messages-chat-deltas",
]);

/** What listeners cost: the same exchange with and without them, in one process. */
export async function listenerCases(root: string, core: Core): Promise<readonly Case[]> {
  const reporters = await reportersOf(root);
  return kinds
    .filter(({ id }) => observed.has(id))
    .flatMap((kind) =>
      reporters.map(([name, reporter]) => listenerCase(core, kind, name, reporter)),
    );
}

/** The first one shows how far two measurements of the same work differ. */
async function reportersOf(
  root: string,
): Promise<readonly (readonly [name: string, reporter: Reporter | undefined])[]> {
  const names = [["no reporter", undefined] as const, ["an empty reporter", () => {}] as const];
  // A build that is compared may be older than the package.
  if (!existsSync(join(root, "packages/opentelemetry/dist"))) return names;
  const { openTelemetry } = await loadPackage<OpenTelemetry>(root, "opentelemetry");
  return [...names, ["OpenTelemetry without an SDK", openTelemetry()]];
}

function listenerCase(core: Core, kind: Kind, name: string, reporter: Reporter | undefined): Case {
  const work = (listening?: Reporter) => exchangeWork(core, kind, deltas, usualSize, listening);
  return {
    section: "listeners",
    title: `${kind.title}, ${name}`,
    reference: "no reporter",
    own: work(reporter),
    bare: work(),
  };
}
