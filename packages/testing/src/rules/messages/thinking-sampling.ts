import { defineRules } from "./define-rules.js";
import { body } from "./samples.js";

const manual = { max_tokens: 2048, thinking: { type: "enabled", budget_tokens: 1024 } };
const adaptive = { thinking: { type: "adaptive" } };

/** How thinking restricts sampling. Each text ends in a link to the documentation, which has changed. */
export const thinkingSamplingRules = defineRules("Thinking", [
  {
    name: "thinking-with-temperature",
    what: "Manual thinking goes with no other temperature than 1.",
    refused: body({ ...manual, temperature: 0.5 }),
    taken: body({ ...manual, temperature: 1 }),
    message:
      /^`temperature` may only be set to 1 when thinking is enabled\. Please consult our documentation at https:/,
    source: ["1.8, 2.5", "documentation", "issue-report"],
    reports: ["MartialBE/one-hub#529", "workglow-dev/libs#746"],
  },
  {
    name: "adaptive-thinking-with-temperature",
    what: "Adaptive thinking goes with no other temperature than 1.",
    refused: body({ ...adaptive, temperature: 0.5 }),
    taken: body({ ...adaptive, temperature: 1 }),
    message:
      /^`temperature` may only be set to 1 when thinking is enabled or in adaptive mode\. Please consult our documentation at https:/,
    source: ["1.8, 2.5", "issue-report"],
    reports: ["mnfst/modelparams.dev#214", "dotCipher/opencode-claude-bridge#1"],
  },
  {
    name: "thinking-with-top-p",
    what: "Thinking goes with no `top_p` below 0.95.",
    refused: body({ ...manual, top_p: 0.94 }),
    taken: body({ ...manual, top_p: 0.95 }),
    message: /^`top_p` must be greater than or equal to 0\.95 or unset when thinking is enabled/,
    source: ["1.8", "third-party-probe"],
  },
  {
    name: "adaptive-thinking-with-top-p",
    what: "Adaptive thinking goes with no `top_p` below 0.95.",
    refused: body({ ...adaptive, top_p: 0.94 }),
    taken: body({ ...adaptive, top_p: 0.95 }),
    message:
      /^`top_p` must be greater than or equal to 0\.95 or unset when thinking is enabled or in adaptive mode/,
    source: ["1.8", "third-party-probe"],
  },
  {
    name: "thinking-with-top-k",
    what: "Manual thinking goes with no `top_k`.",
    refused: body({ ...manual, top_k: 40 }),
    taken: body(manual),
    message:
      /^`top_k` must be unset when thinking is enabled\. Please consult our documentation at https:/,
    source: ["1.8", "issue-report"],
    reports: ["quarkiverse/quarkus-langchain4j#1812"],
  },
  {
    name: "adaptive-thinking-with-top-k",
    what: "Adaptive thinking goes with no `top_k`.",
    refused: body({ ...adaptive, top_k: 40 }),
    taken: body(adaptive),
    message: /^`top_k` must be unset when thinking is enabled or in adaptive mode/,
    source: ["1.8", "other-server"],
  },
]);
