import { ServiceError, withFallback } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
import {
  type HostileAnswer,
  hostile,
  hostileFiles,
  hostileRequests,
  isHostile,
  startHostileUpstream,
  textsIn,
  variantsOf,
} from "./hostile.js";
import { observe } from "./observe.js";
import { formatPairs } from "./requests.js";
import { modelAt } from "./upstreams.js";

/** The characters of captured contents in these tests. */
const characters = 700;
/** Characters of any other text, with the mark that it was cut. */
const longest = 1_001;

const options = {
  captureContents: { characters },
  spansName: ["account", "key", "endUser"],
  metricsName: ["account", "key"],
} as const;

type Observed = ReturnType<typeof observe>;

/** Everything that the exporters have got, as a text of each attribute, name, message and label. */
async function exportedBy({ spansOf, pointsOf }: Observed) {
  const spans = spansOf();
  const contents = spans.flatMap(({ attributes }) =>
    Object.entries(attributes).filter(([name]) => contentNames.has(name)),
  );
  const plain = spans.map(({ attributes, ...rest }) => ({
    ...rest,
    attributes: Object.entries(attributes).filter(([name]) => !contentNames.has(name)),
  }));
  const points = await pointsOf();
  return { contents, plain: [plain, points.map(({ attributes }) => attributes)] };
}

const contentNames: ReadonlySet<string> = new Set([
  "gen_ai.system_instructions",
  "gen_ai.input.messages",
  "gen_ai.output.messages",
]);

/** Holds that nothing has got through in its length. */
async function expectShort(observed: Observed): Promise<void> {
  const { contents, plain } = await exportedBy(observed);
  const lengths = textsIn(plain).map(({ length }) => length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(longest);
  for (const [name, value] of contents) {
    const shown = textsIn(JSON.parse(String(value))).filter(isHostile);
    const length = shown.reduce((sum, text) => sum + text.length, 0);
    expect(length, name).toBeLessThanOrEqual(characters + 1);
  }
}

describe.each(formatPairs)("a hostile caller of %s and a hostile upstream of %s", (from, to) => {
  it.each(["answer", "error", "odd status"] satisfies HostileAnswer[])(
    "put no long text into a span or a metric (%s)",
    async (answer) => {
      const upstream = await startHostileUpstream(to, answer);
      const observed = observe([modelAt(upstream, to, "main")], options);
      const requests = [hostileRequests, hostileFiles].flatMap((all) => variantsOf(all[from]));
      const turns = Math.max(requests.length, upstream.variants);
      for (let turn = 0; turn < turns; turn++) {
        const request = requests[turn % requests.length];
        for (const stream of [false, true]) await observed.ask(from, { ...request, stream });
      }
      await observed.ask(from, { model: hostile });
      await observed.service.close();
      expect(upstream.sent.some(isHostile)).toBe(true);
      await expectShort(observed);
    },
  );
});

describe("spans", () => {
  const asked = { messages: [{ role: "user", content: "hi" }] };

  it("have the beginning of what an error says", async () => {
    const fail = async function* (): AsyncGenerator<string> {
      yield* [];
      throw new ServiceError({ kind: "overloaded", message: hostile });
    };
    const observed = observe([modelOf(fail)], options);
    await observed.ask("messages", asked);
    await observed.service.close();
    expect(observed.spansOf().map(({ message }) => message)).toEqual([
      `${hostile.slice(0, 1_000)}…`,
      `${hostile.slice(0, 1_000)}…`,
    ]);
  });

  it("and metrics have the beginning of a long name of a model", async () => {
    const id = "model-".repeat(500);
    const lost: ReturnType<typeof modelOf> = {
      ...modelOf(["Hello"], {}, id),
      respond: () => Promise.reject(new ServiceError({ kind: "overloaded", message: "Full." })),
    };
    const spare = modelOf(["Hello"], {}, `spare-${id}`);
    const observed = observe([withFallback([lost, spare])], options);
    await observed.ask("messages", { ...asked, model: id });
    await observed.service.close();
    const shown = [...observed.spansOf(), ...(await observed.pointsOf())];
    expect(textsIn(shown).filter((text) => text.includes("model-model-")).length).toBeGreaterThan(
      9,
    );
    expect(observed.spansOf()[0]?.events[0]?.name).toBe("diglot.failure");
    await expectShort(observed);
  });

  it("have no more than a thousand messages, however short they are", async () => {
    const observed = observe([modelOf(["Hello"])], { captureContents: true });
    const messages = Array.from({ length: 3_000 }, () => ({ role: "user", content: "a" }));
    await observed.ask("chat-completions", { messages });
    await observed.service.close();
    const input = JSON.parse(String(observed.spansOf()[0]?.attributes["gen_ai.input.messages"]));
    // Each of them has one part, which counts, too.
    expect(input).toHaveLength(500);
  });

  it("end although arguments of a call are too deep to be written as JSON", async () => {
    const observed = observe([modelOf(["Hello"])], { captureContents: true });
    const deep = `${"[".repeat(4_900)}${"]".repeat(4_900)}`;
    const call = { id: "c1", type: "function", function: { name: "weather", arguments: deep } };
    await observed.ask("chat-completions", {
      messages: [
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "c1", content: "Rain." },
      ],
    });
    await observed.service.close();
    const input = JSON.parse(String(observed.spansOf()[0]?.attributes["gen_ai.input.messages"]));
    expect(input[0].parts[0]).toMatchObject({ name: "weather", arguments: deep });
  });
});
