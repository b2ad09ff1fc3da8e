import { exitCodes } from "../../terminal/failure.js";
import { print } from "../../terminal/print.js";
import type { StatusOptions } from "../options.js";
import { openRunning } from "../target.js";
import type { UpstreamBody, UpstreamListBody } from "../wire/upstreams.js";
import { renderUpstreams } from "./render-upstreams.js";

/** Prints what a gateway knows of its upstreams, or finds out by asking them again. */
export async function showStatus({ ask, json, ...target }: StatusOptions): Promise<void> {
  const client = await openRunning(target);
  const list = await client.ask<UpstreamListBody>(
    ask ? { method: "POST", path: "/upstreams/check" } : { method: "GET", path: "/upstreams" },
  );
  print<"status">(json, list, () => renderUpstreams(list.data, process.stdout.columns));
  if (list.data.some(isBroken)) process.exitCode = exitCodes.found;
}

/** Whether something is wrong with an upstream or its models. */
export function isBroken({ problem }: UpstreamBody): boolean {
  return problem !== null;
}
