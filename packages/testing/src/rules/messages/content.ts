import { defineRules, type RuleLine } from "./define-rules.js";
import {
  answered,
  body,
  image,
  type Members,
  result,
  say,
  serverCall,
  serverResult,
  talk,
  text,
  use,
} from "./samples.js";

const searched = (...blocks: readonly Members[]) =>
  talk([
    ["user", "News?"],
    ["assistant", blocks],
    ["user", "And?"],
  ]);
const found = { type: "search_result", source: "a", title: "A", content: [text("A page.")] };
const page = {
  type: "page_location",
  cited_text: "A page.",
  document_index: 0,
  start_page_number: 1,
  end_page_number: 2,
};

/** Required members of blocks: where the block stands, and what it lacks. */
const missing: readonly (readonly [
  path: string,
  refused: RuleLine["refused"],
  taken: RuleLine["taken"],
  lenient: RuleLine["lenient"],
])[] = [
  ["messages.0.content.0.text.text", say({ type: "text" }), say(text("Hello")), "refuses"],
  [
    "messages.1.content.0.tool_use.id",
    answered([use("t1", { id: undefined })], [result("t1")]),
    answered([use("t1")], [result("t1")]),
    "refuses",
  ],
  [
    "messages.1.content.0.tool_use.name",
    answered([use("t1", { name: undefined })], [result("t1")]),
    answered([use("t1")], [result("t1")]),
    "refuses",
  ],
  [
    "messages.1.content.0.tool_use.input",
    answered([use("t1", { input: undefined })], [result("t1")]),
    answered([use("t1")], [result("t1")]),
    "refuses",
  ],
  [
    "messages.2.content.0.tool_result.tool_use_id",
    answered([use("t1")], [result("t1", { tool_use_id: undefined })]),
    answered([use("t1")], [result("t1")]),
    "refuses",
  ],
  [
    "messages.0.content.0.search_result.title",
    say({ ...found, title: undefined }),
    say(found),
    "refuses",
  ],
  [
    "messages.1.content.0.server_tool_use.input",
    searched({ ...serverCall, input: undefined }, serverResult),
    searched(serverCall, serverResult),
    "takes",
  ],
  [
    "messages.1.content.1.web_search_tool_result.content",
    searched(serverCall, { ...serverResult, content: undefined }),
    searched(serverCall, serverResult),
    "takes",
  ],
  [
    "messages.0.content.0.container_upload.file_id",
    say({ type: "container_upload" }),
    say({ type: "container_upload", file_id: "file_1" }),
    "takes",
  ],
];

function toMissingLine([path, refused, taken, lenient]: (typeof missing)[number]): RuleLine {
  const [type, member] = path.split(".").slice(-2);
  return {
    name: `required/${type}.${member}`,
    what: `A block of type \`${type}\` must have \`${member}\`.`,
    refused,
    taken,
    message: `${path}: Field required`,
    lenient,
    source: ["1.5, 2.5", "sdk-types", "issue-report"],
  };
}

/** Blocks of messages and of `system`. */
export const contentRules = defineRules("Content", [
  ...missing.map(toMissingLine),
  {
    name: "block-type-unknown",
    what: "The type of a block must be known; those of Chat Completions are not.",
    refused: say({ type: "image_url", image_url: { url: "https://example.com/a.png" } }),
    taken: say(image("image/png")),
    message:
      /^messages\.0\.content\.0: Input tag 'image_url' found using 'type' does not match any of the expected tags: /,
    source: ["2.5, 12", "sdk-types", "issue-report", "chosen"],
  },
  {
    name: "content-type",
    what: "Content is a string or a list of blocks.",
    refused: talk([["user", 5]]),
    taken: say(text("Hello")),
    message: /^messages\.0\.content: Input should be a valid /,
    lenient: "refuses",
    source: ["1.5, 12", "sdk-types", "chosen"],
  },
  {
    name: "system-block-type",
    what: "The blocks of `system` are texts.",
    refused: body({ system: [image("image/png")] }),
    taken: body({ system: [text("Be brief.")] }),
    message: "system.0.type: Input should be 'text'",
    source: ["1.3, 12", "sdk-types", "chosen"],
  },
  {
    name: "result-block-type",
    what: "The result of a tool holds no calls and no thinking.",
    refused: answered([use("t1")], [result("t1", { content: [use("t2")] })]),
    taken: answered([use("t1")], [result("t1", { content: [image("image/png")] })]),
    message:
      /^messages\.2\.content\.0\.tool_result\.content\.0: Input tag 'tool_use' found using 'type' does not match any of the expected tags: /,
    source: ["1.5, 12", "sdk-types", "chosen"],
  },
  {
    name: "result-search-results-mixed",
    what: "The result of a tool is made of search results or of anything else, not both.",
    refused: answered([use("t1")], [result("t1", { content: [found, text("More.")] })]),
    taken: answered([use("t1")], [result("t1", { content: [found, found] })]),
    message: /search_result/,
    source: ["1.5", "documentation"],
  },
  {
    name: "tool-use-id-pattern",
    what: "The id of a call is made of letters, digits, `_` and `-`.",
    refused: answered([use("call:1")], [result("call:1")]),
    taken: answered([use("call-1")], [result("call-1")]),
    message: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    source: ["1.5, 2.5", "issue-report"],
  },
  {
    name: "tool-use-name-empty",
    what: "A call names a tool.",
    refused: answered([use("t1", { name: "" })], [result("t1")]),
    taken: answered([use("t1")], [result("t1")]),
    message: "messages.1.content.0.tool_use.name: String should have at least 1 character",
    source: ["1.5", "issue-report"],
  },
  {
    name: "tool-use-name-length",
    what: "The name in a call has at most 200 characters.",
    refused: answered([use("t1", { name: "a".repeat(201) })], [result("t1")]),
    taken: answered([use("t1", { name: "a".repeat(200) })], [result("t1")]),
    message: "messages.1.content.0.tool_use.name: String should have at most 200 characters",
    source: ["1.5", "issue-report"],
  },
  {
    name: "server-tool-use-id-pattern",
    what: "The id of a call that the service ran begins with `srvtoolu_`.",
    refused: searched(
      { ...serverCall, id: "toolu_01" },
      { ...serverResult, tool_use_id: "toolu_01" },
    ),
    taken: searched(serverCall, serverResult),
    message:
      "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    source: ["1.5", "issue-report"],
  },
  {
    name: "citation-null-left-out",
    what: "A citation comes back with the keys that are null.",
    refused: searched(text("A page.", { citations: [page] })),
    taken: searched(text("A page.", { citations: [{ ...page, document_title: null }] })),
    message: "messages.1.content.0.text.citations.0.page_location.document_title: Field required",
    source: ["1.5", "sdk-types", "third-party-probe"],
  },
]);
