import type { Check } from "../check.js";
import { equal, holds, isCount, isFilled } from "../expect.js";
import { message } from "./asking/bodies.js";
import { compact, countTokens, needsModel } from "./asking/neighbours.js";
import { respond } from "./asking/response.js";
import { defineChecks } from "./define-checks.js";

/** The endpoints beside the main one. A server without them is not held to them. */
export const neighboursChecks: readonly Check[] = [
  ...defineChecks("Token counter", [
    [
      "R102a",
      "The counter answers input_tokens, and nothing that was generated.",
      async (probe) => {
        const count = await countTokens(probe);
        equal(count.object, "response.input_tokens", "object");
        equal(Object.keys(count).sort(), ["input_tokens", "object"], "the members of the answer");
      },
    ],
    [
      "R102b",
      "A longer input counts more tokens.",
      async (probe) => {
        const short = await countTokens(probe);
        const long = await countTokens(probe, { input: "Say hello to all. ".repeat(50) });
        holds(Number(long.input_tokens) > Number(short.input_tokens), "it counts no more");
      },
    ],
  ]),
  ...defineChecks("Compaction", [
    [
      "R103a",
      "Compaction answers exactly one item of compaction.",
      async (probe) => {
        const { body, compactions } = await compact(probe);
        equal(body.object, "response.compaction", "object");
        isFilled(body.id, "id");
        isCount(body.created_at, "created_at");
        equal(compactions.length, 1, "the number of compactions");
      },
    ],
    [
      "R103b",
      "The output of compaction is accepted as input.",
      async (probe) => {
        const { output } = await compact(probe);
        const input = [...output, message("user", "Say hello.")];
        isFilled((await respond(probe, { input })).text, "the text");
      },
    ],
    ["R104", "Compaction without a model is answered 400.", (probe) => needsModel(probe, 400)],
  ]),
];
