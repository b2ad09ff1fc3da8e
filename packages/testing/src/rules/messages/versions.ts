import { defineRules, type RuleLine } from "./define-rules.js";
import { answered, body, document, result, talk, text, use, version26 } from "./samples.js";

const citation = {
  type: "char_location",
  cited_text: "A page.",
  document_index: 0,
  document_title: null,
  start_char_index: 0,
  end_char_index: 7,
};

function toSamplingLine(field: string): RuleLine {
  return {
    name: `version-2026/${field}`,
    what: `The version 2026-10-21 has no \`${field}\`, whatever its value.`,
    refused: body({ [field]: 1 }, version26),
    taken: body({ [field]: 1 }),
    message: `${field}: Extra inputs are not permitted`,
    lenient: "refuses",
    source: ["1.9", "sdk-types", "documentation"],
  };
}

const withDocument = talk([
  ["user", "A page?"],
  ["assistant", [document()]],
  ["user", "Thanks."],
]);

/** What the version of October 2026 removed; that of 2023 takes it. */
export const versionRules = defineRules("Versions", [
  ...["temperature", "top_p", "top_k"].map(toSamplingLine),
  {
    name: "version-2026/assistant-document",
    what: "Under the version 2026-10-21 a message of the assistant holds no documents.",
    refused: { ...withDocument, headers: version26 },
    taken: withDocument,
    message: /^messages\.1\.content\.0/,
    lenient: "refuses",
    source: ["1.9", "documentation"],
  },
  {
    name: "version-2026/user-citations",
    what: "Under the version 2026-10-21 a text of the user holds no citations.",
    refused: {
      ...talk([["user", [text("A page.", { citations: [citation] })]]]),
      headers: version26,
    },
    taken: talk([["user", [text("A page.", { citations: [citation] })]]]),
    message: /^messages\.0\.content\.0/,
    lenient: "refuses",
    source: ["1.9", "documentation"],
  },
  {
    name: "version-2026/citations-in-result",
    what: "Nor does a text in the result of a tool; documents stay legal there.",
    refused: {
      ...answered(
        [use("t1")],
        [result("t1", { content: [text("A page.", { citations: [citation] })] })],
      ),
      headers: version26,
    },
    taken: {
      ...answered([use("t1")], [result("t1", { content: [document()] })]),
      headers: version26,
    },
    message: /^messages\.2\.content\.0/,
    lenient: "refuses",
    source: ["1.9", "documentation"],
  },
]);
