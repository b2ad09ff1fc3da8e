import { defineRules } from "./define-rules.js";

const mebibyte = 1024 * 1024;

/** Paths, methods and the bytes of bodies. */
export const transportRules = defineRules("Transport", [
  {
    name: "path-unknown",
    what: "Nothing answers on a path that is not one of the API.",
    refused: { path: "/v1/message" },
    status: 404,
    type: "not_found_error",
    message: /./,
    lenient: "refuses",
    source: ["5.2, 11 case 12", "documentation"],
  },
  {
    name: "method-wrong",
    what: "`/v1/messages` answers `POST` alone.",
    refused: { method: "GET" },
    status: 405,
    message: /./,
    lenient: "refuses",
    source: ["12", "chosen"],
  },
  {
    name: "body-not-json",
    what: "The body must be valid JSON.",
    refused: { text: "{" },
    message: /^The request body is not valid JSON: /,
    lenient: "refuses",
    source: ["2.5", "issue-report"],
  },
  {
    name: "body-empty",
    what: "The body must not be empty.",
    refused: { text: "" },
    message: /^The request body is not valid JSON: /,
    lenient: "refuses",
    source: ["2.5", "issue-report", "inferred"],
  },
  {
    name: "lone-surrogate",
    what: "A string must not hold half of a surrogate pair, which JavaScript lets pass.",
    refused: {
      text: '{"model":"any-model","max_tokens":16,"messages":[{"role":"user","content":"\\ud83d"}]}',
    },
    taken: {
      text: '{"model":"any-model","max_tokens":16,"messages":[{"role":"user","content":"\\ud83d\\ude00"}]}',
    },
    message: "The request body is not valid JSON: no low surrogate in string",
    source: ["2.5", "issue-report"],
  },
  {
    name: "body-too-large",
    what: "A body has at most 32 MiB.",
    refused: {
      // Made on use: nobody who only reads the rules has to hold it.
      get text() {
        return `{"filler":"${"a".repeat(32 * mebibyte)}"}`;
      },
    },
    status: 413,
    type: "request_too_large",
    message: /./,
    lenient: "refuses",
    source: ["1.5, 5.2", "documentation"],
  },
]);
