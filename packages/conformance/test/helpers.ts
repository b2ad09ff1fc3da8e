import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  type InProcessRequest,
  type ModelYield,
  type Service,
  type ServiceOptions,
} from "@diglot/core";

/** The key that every test service knows. */
export const key = "sk-conformance-0123456789";

/** What a scripted model does: a list of yields, or a generator. */
export type Script =
  | readonly ModelYield[]
  | ((request: InProcessRequest) => AsyncIterable<ModelYield>);

/** A model named `scripted`, by default. */
export function scripted(
  script: Script,
  options: Parameters<typeof defineModel>[2] = {},
  id = "scripted",
) {
  const respond =
    typeof script === "function"
      ? script
      : async function* () {
          yield* script;
        };
  return defineModel(id, respond, options);
}

/** A service over one scripted model, and its ledger. */
export function serve(
  script: Script,
  options: Partial<ServiceOptions> & { model?: Parameters<typeof defineModel>[2] } = {},
) {
  const { model, ...rest } = options;
  const ledger = createMemoryLedger();
  const service: Service = createService({
    models: [scripted(script, model)],
    keys: createMemoryKeys([{ key }]),
    ledger,
    ...rest,
  });
  return { service, ledger };
}

/** The `fetch` of a service with a note of every request that a client made. */
export function recording(service: Service) {
  const requests: Request[] = [];
  return {
    requests,
    fetch: (input: Request | URL | string, init?: RequestInit) => {
      requests.push(new Request(input, init));
      return service.fetch(input, init);
    },
  };
}

/** Timers as they are, also in tests whose time stands still. */
const { setTimeout: setRealTimeout } = globalThis;

/** Waits so many milliseconds. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setRealTimeout(resolve, milliseconds));
}

/** The value of a counter once it has stood still for a tenth of a second. */
export async function untilStill(counter: () => number): Promise<number> {
  let value = counter();
  // Many short waits: each gives the sockets a chance, also on a machine that is busy.
  for (let same = 0; same < 20; same += 1) {
    await pause(5);
    if (counter() !== value) same = 0;
    value = counter();
  }
  return value;
}

/** Waits until a condition holds, or fails after half a minute. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition did not come true within 30 s.");
    await pause(2);
  }
}
