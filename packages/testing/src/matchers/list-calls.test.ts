import { expect, it } from "vitest";
import { answerText, handMadeCall } from "../../test/matchers/hand-made-call.js";
import { listAnswers, listRequests, outcome } from "./list-calls.js";

const error = { error: { type: "rate_limit_error", message: "Slowly." } };
const unexpected = "Unexpected request: the script has no turn left.\nWhat came:\n  user: Hi";

it.each([
  ["its status", handMadeCall({ answer: [] }), "200"],
  [
    "the error that was answered",
    handMadeCall({ refused: { status: 429, body: error } }),
    "429 rate_limit_error: Slowly.",
  ],
  [
    "an error of another form by its status",
    handMadeCall({ refused: { status: 502, body: "<html>" } }),
    "502",
  ],
  ["that a reader has left", handMadeCall({ answer: [], state: "aborted" }), "200, aborted"],
  ["that it is read still", handMadeCall({ answer: [], state: "open" }), "200, open"],
  ["that there is no answer yet", handMadeCall({ state: "open" }), "no answer yet"],
  ["that there never was an answer", handMadeCall({ state: "broken" }), "no answer, broken"],
  [
    "why it was unexpected, in one line",
    { ...handMadeCall({ refused: { status: 400, body: error } }), unexpected },
    "Unexpected request: the script has no turn left.",
  ],
])("what became of a request is %s", (_, call, words) => {
  expect(outcome(call)).toBe(words);
});

it("a list says why there is nothing to say of a request, or of its answer", () => {
  const calls = [
    handMadeCall({ answer: [answerText("Hi")] }),
    handMadeCall({ index: 1, refused: { status: 429, body: error } }),
    handMadeCall({ index: 2, state: "aborted" }),
  ];
  const describe = () => "described";
  expect(listRequests("They", calls, describe)).toBe(
    [
      "They:",
      "  request 0: described",
      "  request 1: refused before a model saw it (429 rate_limit_error: Slowly.)",
      "  request 2: described",
    ].join("\n"),
  );
  expect(listAnswers("They", calls, describe)).toBe(
    [
      "They:",
      "  request 0: described",
      "  request 1: 429 rate_limit_error: Slowly.",
      "  request 2: no answer, aborted",
    ].join("\n"),
  );
  expect(listAnswers("They", [], describe)).toBe("No request came.");
});
