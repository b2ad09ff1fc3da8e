import type { Checkable } from "../../accounts/checkable.js";
import type { CheckedPort, Readiness } from "../../endpoints/endpoint.js";
import { type FailedRequest, reportStoreFailure } from "../../events/report-failure.js";
import type { Settings } from "../../options.js";
import { inTime } from "../../runtime/within.js";
import type { Lifetime } from "../lifetime.js";

/** Milliseconds that the ports have, all of them at once. */
const readyTime = 1_000;

/** The request that asks whether the service is ready. */
interface Asking extends FailedRequest {
  readonly settings: FailedRequest["settings"] &
    Pick<Settings, "ledger" | "keys" | "limits" | "idempotency" | "documents">;
}

/** Asks the ports that can be asked. Why one has failed is reported, because it may name addresses. Never rejects. */
export async function checkReadiness(
  asking: Asking,
  { accepting }: Pick<Lifetime, "accepting">,
): Promise<Readiness> {
  if (!accepting) return { status: "closing" };
  const { ledger, keys, limits, idempotency, documents } = asking.settings;
  const ports: readonly (readonly [CheckedPort, Checkable | undefined])[] = [
    ["ledger", ledger],
    ["keys", keys],
    ["limits", limits],
    ["idempotency", idempotency],
    ["documents", documents],
  ];
  const isReady = await Promise.all(ports.map(([name, port]) => checkPort(asking, name, port)));
  const failed = ports.map(([name]) => name).filter((_, index) => !isReady[index]);
  return failed.length === 0 ? { status: "ready" } : { status: "unavailable", failed };
}

async function checkPort(
  asking: Asking,
  name: CheckedPort,
  port: Checkable | undefined,
): Promise<boolean> {
  try {
    await inTime(asking.settings.clock, readyTime, () => port?.check?.(), `${name} port`);
    return true;
  } catch (cause) {
    const error = new Error(`The port "${name}" is not ready.`, { cause });
    reportStoreFailure(asking, "readiness", error);
    return false;
  }
}
