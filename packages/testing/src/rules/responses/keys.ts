import type { Refusal } from "../rule.js";
import { from, groupOf } from "./make.js";
import { smallest } from "./samples.js";

const unauthenticated = (message: Refusal["message"], code: string | null): Refusal => ({
  ...{ status: 401, type: "invalid_request_error", param: null },
  message,
  code,
});

/** What is refused for its key, before the body is read. */
export const keyRules = groupOf("Keys", [
  {
    id: "key-required",
    what: "A request needs a key, as a bearer token or as the password of HTTP Basic.",
    refused: { headers: { authorization: null } },
    taken: { headers: { authorization: `Basic ${btoa(":sk-sample")}` } },
    refusal: unauthenticated(/^You didn't provide an API key\./, null),
    lenient: "refuses",
    source: from("4.1", "third-party-probe"),
  },
  {
    id: "key-known",
    what: "The key must exist; the answer shows its first 8 and its last 4 characters.",
    refused: { headers: { authorization: "Bearer sk-wrong-0123456789abcdef" } },
    taken: smallest,
    options: { keys: ["sk-sample"] },
    refusal: unauthenticated(
      "Incorrect API key provided: sk-wrong*************cdef. You can find your API key at https://platform.openai.com/account/api-keys.",
      "invalid_api_key",
    ),
    lenient: "refuses",
    source: from("4.1", "third-party-probe"),
  },
]);
