import type { Check } from "../../check.js";
import type { Json } from "../../expect.js";
import { afterCalls, pastResult } from "../asking/bodies.js";
import { complete, completeOrSkip } from "../asking/completion.js";
import { defineChecks, type Row } from "../define-checks.js";

const longId = `call_${"x".repeat(46)}`;

const histories: readonly (readonly [id: string, what: string, body: Json])[] = [
  [
    "C040",
    "A history with a call and the tool message that answers it is answered 200.",
    afterCalls(["call_a"], pastResult("call_a")),
  ],
  [
    "C043",
    "Two tool results in swapped order are accepted.",
    afterCalls(["call_a", "call_b"], pastResult("call_b"), pastResult("call_a")),
  ],
  [
    "C048",
    "A tool result given as text parts is accepted.",
    afterCalls(["call_a"], pastResult("call_a", [{ type: "text", text: "It rains." }])),
  ],
  [
    "C050a",
    "A tool call id of 51 characters in the history is accepted.",
    afterCalls([longId], pastResult(longId)),
  ],
];

/** Calls and results that the caller sends back. */
export const toolHistoryChecks: readonly Check[] = defineChecks(
  "Tools",
  histories.map(
    ([id, what, body]): Row => [
      id,
      what,
      async (probe) => {
        await completeOrSkip(probe, { tools: body.tools }, "a request with tools");
        await complete(probe, body);
      },
    ],
  ),
);
