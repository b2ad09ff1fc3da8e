import type { Check } from "../../check.js";
import type { Probe } from "../../probing/probe.js";
import { type ExpectedRefusal, isRefusal } from "../asking/envelope.js";
import { defineChecks } from "../define-checks.js";

const notJson = ["{", "", "[1,", '{"model":"x",}', "nonsense"];
const noObject = ["[]", '"x"', "5", "null"];

/** Bodies that are no JSON object. */
export const bodyValidationChecks: readonly Check[] = defineChecks("Validation", [
  [
    "C079",
    "A body that is not JSON is answered 400 with the parse text and param null.",
    refusesAll(notJson, { param: null, code: null, says: /JSON/ }),
  ],
  [
    "C080",
    "A body that is a JSON array, string, number or null is answered 400.",
    refusesAll(noObject, {}),
  ],
]);

function refusesAll(
  texts: readonly string[],
  expected: ExpectedRefusal,
): (probe: Probe) => Promise<void> {
  return async (probe) => {
    for (const text of texts) isRefusal(await probe.send({ text }), expected);
  };
}
