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

/** Waits until a condition holds, or fails after half a minute. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition did not come true within 30 s.");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
