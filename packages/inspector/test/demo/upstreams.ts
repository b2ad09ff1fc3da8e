import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  defineModel,
  type Model,
  messagesUpstream,
  thinking,
  withFallback,
} from "@diglot/core";

/** Milliseconds of waiting; what tests wait for, they open themselves. */
export type Pace = (milliseconds: number) => Promise<void>;

const words =
  "A gateway sees each request twice: once as its caller has written it, and once as its upstream wants it. What lies between the two is worth a look. ";

/** A service that stands in for a vendor; the gateway of the demonstration calls it without a network. */
export function createVendor(pace: Pace) {
  const speak = async function* () {
    yield thinking("The caller wants an explanation. Two sentences will do.");
    for (const word of words.split(/(?<= )/)) {
      await pace(word.endsWith(". ") ? 380 : 28);
      yield word;
    }
  };
  return createService({
    models: [
      defineModel("vendor-large", speak),
      defineModel("vendor-small", async function* () {
        await pace(60);
        yield "Yes: the two formats carry the same conversation.";
      }),
    ],
    keys: createMemoryKeys([{ key: "vendor-key-0123456789" }]),
  });
}

/** The models of the demonstration: one group whose first upstream refuses its key, and one alone. */
export function createModels(pace: Pace): readonly Model[] {
  const vendor = createVendor(pace);
  const fetch: typeof globalThis.fetch = (input, init) => vendor.fetch(new Request(input, init));
  const baseUrl = "https://vendor.example";
  const first = messagesUpstream({
    ...{
      id: "large-first",
      model: "vendor-large",
      baseUrl,
      fetch,
      apiKey: "sk-expired-key-0000000",
    },
    prices: { input: 1, output: 5 },
  });
  const second = chatCompletionsUpstream({
    ...{ id: "large-second", model: "vendor-large", fetch, apiKey: "vendor-key-0123456789" },
    baseUrl: `${baseUrl}/v1`,
    prices: { input: 10, output: 50 },
  });
  const small = chatCompletionsUpstream({
    ...{ id: "small", model: "vendor-small", fetch, apiKey: "vendor-key-0123456789" },
    baseUrl: `${baseUrl}/v1`,
    prices: { input: 0.2, output: 0.8 },
  });
  const broken = defineModel("broken", async function* () {
    await pace(40);
    yield "It begins, ";
    throw new Error("the weights were not found");
  });
  const long = defineModel("long", async function* () {
    for (let step = 1; step <= 2_000; step++) {
      yield thinking(`Thought ${step}. `);
      yield `Word ${step}. `;
    }
    await pace(0);
  });
  return [withFallback([first, second], { id: "large" }), small, broken, long];
}
