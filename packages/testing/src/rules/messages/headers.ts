import { defineRules, type RuleLine } from "./define-rules.js";
import { beta, body } from "./samples.js";

const badBeta = (value: string) =>
  `Unexpected value(s) \`${value}\` for the \`anthropic-beta\` header. Please consult our documentation at platform.claude.com/docs or try again without the header.`;

const badVersion = (value: string) => `anthropic-version: "${value}" is not a valid version`;

const unauthenticated: Pick<RuleLine, "status" | "type" | "lenient"> = {
  status: 401,
  type: "authentication_error",
  lenient: "refuses",
};

/** Keys, versions, beta features and browsers. */
export const headerRules = defineRules("Headers", [
  {
    ...unauthenticated,
    name: "key-missing",
    what: "Every request needs a key, in `x-api-key` or as a bearer token.",
    refused: { headers: { "x-api-key": null } },
    taken: { headers: { "x-api-key": null, authorization: "Bearer sk-sample" } },
    message: "x-api-key header is required",
    source: ["5.2, 6.1", "issue-report"],
  },
  {
    ...unauthenticated,
    name: "key-wrong",
    what: "The key must be one of the service's; of two, `x-api-key` decides.",
    refused: { headers: { "x-api-key": "sk-wrong", authorization: "Bearer sk-sample" } },
    taken: { headers: { authorization: "Bearer sk-wrong" } },
    message: "invalid x-api-key",
    options: { keys: ["sk-sample"] },
    source: ["1.2, 5.2", "documentation", "other-server"],
    recording: {
      repository: "crmne/ruby_llm",
      path: "spec/fixtures/vcr_cassettes/chat_error_handling_with_anthropic_claude-haiku-4-5_raises_appropriate_auth_error.yml",
    },
  },
  {
    ...unauthenticated,
    name: "token-wrong",
    what: "A bearer token must be one of the service's.",
    refused: { headers: { "x-api-key": null, authorization: "Bearer sk-wrong" } },
    taken: { headers: { "x-api-key": null, authorization: "Bearer sk-sample" } },
    message: "Invalid bearer token",
    options: { keys: ["sk-sample"] },
    source: ["1.2, 5.2", "issue-report"],
  },
  {
    ...unauthenticated,
    name: "browser-not-opted-in",
    what: "A browser must say that it knows that its users can read the key.",
    refused: { headers: { origin: "https://example.com" } },
    taken: {
      headers: {
        origin: "https://example.com",
        "anthropic-dangerous-direct-browser-access": "true",
      },
    },
    message: "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
    lenient: "takes",
    source: ["6.4", "issue-report"],
  },
  {
    name: "version-missing",
    what: "The header `anthropic-version` is required.",
    refused: { headers: { "anthropic-version": null } },
    message: "anthropic-version: header is required",
    lenient: "refuses",
    source: ["6.2", "issue-report"],
  },
  {
    name: "version-unknown",
    what: "The version must be one that there is.",
    refused: { headers: { "anthropic-version": "1999-01-01" } },
    taken: { headers: { "anthropic-version": "2026-10-21" } },
    message: badVersion("1999-01-01"),
    lenient: "refuses",
    source: ["6.2", "issue-report"],
  },
  {
    name: "version-doubled",
    what: "The version must be given once.",
    refused: { headers: { "anthropic-version": "2023-06-01, 2023-06-01" } },
    message: badVersion("2023-06-01, 2023-06-01"),
    lenient: "refuses",
    source: ["6.2", "issue-report"],
  },
  {
    name: "beta-unknown",
    what: "Every value of `anthropic-beta` must be known; those of released features stay.",
    refused: { headers: beta("nope-2020-01-01") },
    taken: { headers: beta("prompt-caching-2024-07-31, files-api-2025-04-14") },
    message: badBeta("nope-2020-01-01"),
    source: ["6.3", "issue-report"],
  },
  {
    name: "beta-empty",
    what: "`anthropic-beta` must not be empty.",
    refused: { headers: beta("") },
    message: badBeta(""),
    source: ["6.3", "issue-report"],
  },
  {
    name: "model-unknown",
    what: "The model must exist, and the key must be allowed to use it.",
    refused: body({ model: "no-such-model" }),
    status: 404,
    type: "not_found_error",
    message: "model: no-such-model",
    options: { models: ["any-model"] },
    lenient: "refuses",
    source: ["1.3, 11 case 17", "issue-report"],
    recording: {
      repository: "pydantic/pydantic-ai",
      path: "tests/cassettes/test_model_name_suggestions/test_model_name_suggestion[anthropic].yaml",
    },
  },
]);
