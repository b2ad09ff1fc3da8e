import type { Refusal } from "../rule.js";
import { from, groupOf } from "./make.js";
import { smallest } from "./samples.js";

const unauthenticated = (message: Refusal["message"], code: string | null): Refusal => ({
  status: 401,
  type: "invalid_request_error",
  message,
  param: null,
  code,
});

/** How the text begins is known, and its end is not. */
const noKey =
  /^You didn't provide an API key\. You need to provide your API key in an Authorization header using Bearer auth \(i\.e\. Authorization: Bearer YOUR_KEY\), or as the password field /;

/** What is refused for its key, before the body is read. */
export const keyRules = groupOf("Keys", [
  {
    id: "key-required",
    what: "A request needs a key, as a bearer token or as the password of HTTP Basic.",
    refused: { headers: { authorization: null } },
    taken: { headers: { authorization: `Basic ${btoa(":sk-sample")}` } },
    refusal: unauthenticated(noKey, null),
    lenient: "refuses",
    source: from("4.2 and 5", "third-party-probe"),
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
    source: from("4.2", "third-party-probe"),
    recording: {
      repository: "DataDog/dd-trace-py",
      path: "tests/contrib/llama_index/cassettes/llama_index_chat_error.yaml",
    },
  },
  {
    id: "key-header",
    what: "The key is not looked for in x-api-key, where other services have it.",
    refused: { headers: { authorization: null, "x-api-key": "sk-sample" } },
    taken: { headers: { authorization: "bearer sk-sample", "x-api-key": "sk-sample" } },
    refusal: unauthenticated(noKey, null),
    lenient: "takes",
    source: from("5 and 12", "other-server"),
  },
  {
    id: "key-before-body",
    what: "The key is looked at before the body.",
    refused: { headers: { authorization: null }, text: "{" },
    taken: smallest,
    refusal: unauthenticated(noKey, null),
    lenient: "refuses",
    source: from("1.9", "third-party-probe"),
  },
]);
