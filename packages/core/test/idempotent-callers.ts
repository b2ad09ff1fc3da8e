import { modelOf } from "@diglot/test-support/models";
import { endpoints, type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceBefore } from "./leaving-callers.js";

/** A request of one format with an idempotency key. */
export function keyed(
  format: FormatName,
  change: Record<string, unknown> = {},
  idempotencyKey = "order-1",
): ReturnType<typeof requestOf> {
  const headers = {
    "content-type": "application/json",
    ...endpoints[format].headers,
    "idempotency-key": idempotencyKey,
  };
  return requestOf(format, change, { headers });
}

/** What a caller sees of an answer. */
export async function seen(response: Response) {
  const { "idempotent-replayed": replayed, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text(), replayed };
}

type Served = ReturnType<typeof serviceBefore>;

/** A service with a model that counts its calls. */
export function countingService(
  options: Parameters<typeof serviceBefore>[1] = {},
  fail?: () => void,
) {
  let calls = 0;
  const model = modelOf(async function* () {
    calls += 1;
    fail?.();
    yield "Hel";
    yield "lo.";
  });
  return { ...serviceBefore(model, options), calls: () => calls };
}

export async function statusOf(
  { service }: Pick<Served, "service">,
  ...args: Parameters<typeof keyed>
) {
  const response = await service.request(...keyed(...args));
  await response.text();
  return response.status;
}
