import { key } from "@diglot/test-support/key";
import { endpoints, type FormatName, formatNames } from "@diglot/test-support/requests";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  messagesUpstream,
} from "../src/index.js";

/** A request as JSON. */
type Body = Readonly<Record<string, unknown>>;

const prices = { input: 1, output: 10 };
const limitNames = [
  ...["max_tokens", "max_completion_tokens", "n_predict", "num_predict", "max_new_tokens"],
  ...["max_output_tokens", "max_length", "MAX_TOKENS", "maxTokens", "N_Predict"],
];
const factorNames = ["n", "best_of", "num_return_sequences", "candidate_count", "Best_Of", "N"];

/** A server that reads one more limit and one factor than its format has. */
interface Reader {
  readonly limitName: string;
  readonly factorName: string;
}

/** The tokens that it generates: as many as the names that it reads allow, in whatever case. */
function generate(body: Body, { limitName, factorName }: Reader, ownLimit: string): number {
  const limits = [ownLimit, limitName].map((name) => readCount(body, name) ?? 0);
  return Math.max(...limits) * (readCount(body, factorName) ?? 1);
}

function readCount(body: Body, name: string): number | undefined {
  const isSame = ([key]: readonly [string, unknown]) => key.toLowerCase() === name.toLowerCase();
  const value = Object.entries(body).findLast(isSame)?.[1];
  return typeof value === "number" ? value : undefined;
}

function replyOf(format: FormatName, output: number): object {
  return format === "messages"
    ? {
        ...{ id: "msg_1", type: "message", role: "assistant", model: "m" },
        content: [{ type: "text", text: "Hi" }],
        ...{ stop_reason: "end_turn", stop_sequence: null },
        usage: { input_tokens: 1, output_tokens: output },
      }
    : {
        ...{ id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m" },
        choices: [
          { index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" },
        ],
        usage: { prompt_tokens: 1, completion_tokens: output, total_tokens: 1 + output },
      };
}

/** A service with prices in front of such a server, which counts what it generates. */
function serve(upstream: FormatName, reader: Reader, ownLimit: string) {
  const ledger = createMemoryLedger();
  const generated: number[] = [];
  const fetch = async (_url: unknown, init: RequestInit = {}) => {
    const body = JSON.parse(new TextDecoder().decode(init.body as Uint8Array));
    const output = generate(body, reader, ownLimit);
    generated.push(output);
    return Response.json(replyOf(upstream, output));
  };
  const common = { id: "scripted", baseUrl: "http://127.0.0.1/v1", prices, fetch } as const;
  const service = createService({
    models: [
      upstream === "messages"
        ? messagesUpstream(common)
        : chatCompletionsUpstream({
            ...common,
            capabilities: { maxTokensField: ownLimit as "max_tokens" },
          }),
    ],
    keys: createMemoryKeys([{ key }]),
    ledger,
  });
  return { service, ledger, generated };
}

const anyAmount = fc.constantFrom(1, 2, 5, 1_000, 100_000);
const anyMembers = fc.tuple(
  fc.dictionary(fc.constantFrom(...limitNames), anyAmount, { maxKeys: 4 }),
  fc.dictionary(fc.constantFrom(...factorNames), anyAmount, { maxKeys: 3 }),
);
const anyReader = fc.record({
  limitName: fc.constantFrom(...limitNames),
  factorName: fc.constantFrom(...factorNames),
});

describe.each(formatNames)("P2 a budget, with an upstream that speaks %s", (upstream) => {
  const ownLimits =
    upstream === "messages" ? ["max_tokens"] : ["max_tokens", "max_completion_tokens"];

  it.each(formatNames)("is not passed by a limit of another name in %s", async (caller) => {
    const { path, headers, body } = endpoints[caller];
    await fc.assert(
      fc.asyncProperty(
        anyMembers,
        anyReader,
        fc.constantFrom(...ownLimits),
        async ([limits, factors], reader, ownLimit) => {
          const { service, ledger, generated } = serve(upstream, reader, ownLimit);
          const response = await service.fetch(`http://127.0.0.1${path}`, {
            method: "POST",
            headers: { "content-type": "application/json", ...headers },
            body: JSON.stringify({ ...body, ...limits, ...factors }),
          });
          await response.text();
          expect([200, 400]).toContain(response.status);
          const calls = caller === "chat-completions" && upstream !== caller ? (factors.n ?? 1) : 1;
          expect(generated).toHaveLength(response.status === 200 ? calls : 0);
          for (const row of ledger.all()) {
            if (row.state !== "settled") continue;
            expect(Math.max(...generated)).toBeLessThanOrEqual(row.reservedTokens.output);
            expect(row.costNanoDollars).toBeLessThanOrEqual(row.reservedNanoDollars);
          }
        },
      ),
      { numRuns: repeats(300, 6_000) },
    );
  });
});
