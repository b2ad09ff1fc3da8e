import { defineRules } from "./define-rules.js";
import { body, cacheControl, say, talk, text, tool, withTools } from "./samples.js";

const marked = (count: number) =>
  Array.from({ length: count }, (_, index) => text(`Part ${index}`, cacheControl()));
const tooMany = "A maximum of 4 blocks with cache_control may be provided. Found 5.";

/** Cache control: how many blocks may have it, its form and its order. */
export const cacheRules = defineRules("Cache", [
  {
    name: "cache-marks-too-many",
    what: "A request has at most four blocks with cache control.",
    refused: say(...marked(5)),
    taken: say(...marked(4)),
    message: tooMany,
    source: ["1.10", "issue-report"],
  },
  {
    name: "cache-marks-too-many-with-top-level",
    what: "The cache control of the whole request counts.",
    refused: talk([["user", marked(4)]], cacheControl()),
    taken: talk([["user", marked(3)]], cacheControl()),
    message: tooMany,
    source: ["1.10", "issue-report"],
  },
  {
    name: "cache-marks-too-many-in-all",
    what: "Cache control of tools, instructions and messages counts together.",
    refused: talk([["user", marked(3)]], {
      system: [text("Be brief.", cacheControl())],
      tools: [tool(cacheControl())],
    }),
    taken: talk([["user", marked(3)]], {
      system: [text("Be brief.", cacheControl())],
      tools: [tool()],
    }),
    message: tooMany,
    source: ["1.10", "issue-report"],
  },
  {
    name: "cache-mark-type",
    what: "The only type of cache control is `ephemeral`.",
    refused: body({ system: [text("Be brief.", { cache_control: { type: "persistent" } })] }),
    taken: body({ system: [text("Be brief.", cacheControl())] }),
    message:
      "system.0.cache_control: Input tag 'persistent' found using 'type' does not match any of the expected tags: 'ephemeral'",
    source: ["1.10, 12", "sdk-types", "chosen"],
  },
  {
    name: "cache-mark-ttl",
    what: "Cache control lasts for `5m` or `1h`.",
    refused: body({ system: [text("Be brief.", cacheControl({ ttl: "1d" }))] }),
    taken: body({ system: [text("Be brief.", cacheControl({ ttl: "1h" }))] }),
    message: "system.0.cache_control.ephemeral.ttl: Input should be '5m' or '1h'",
    source: ["1.10, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "cache-mark-field-unknown",
    what: "Cache control has no unknown members.",
    refused: body({ system: [text("Be brief.", cacheControl({ scope: "global" }))] }),
    taken: body({ system: [text("Be brief.", cacheControl())] }),
    message: "system.0.cache_control.ephemeral.scope: Extra inputs are not permitted",
    source: ["1.10", "sdk-types", "issue-report"],
  },
  {
    name: "cache-mark-field-unknown-in-message",
    what: "Nor has one in a message; the path names the type of its block.",
    refused: say(text("Hello", cacheControl({ scope: "global" }))),
    taken: say(text("Hello", cacheControl())),
    message:
      "messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted",
    source: ["1.10, 2.5", "sdk-types", "issue-report", "inferred"],
  },
  {
    name: "cache-mark-field-unknown-in-tool",
    what: "Nor has one of a tool.",
    refused: withTools([tool(cacheControl({ scope: "global" }))]),
    taken: withTools([tool(cacheControl())]),
    message: "tools.0.custom.cache_control.ephemeral.scope: Extra inputs are not permitted",
    source: ["1.10, 2.5", "sdk-types", "issue-report", "inferred"],
  },
  {
    name: "cache-mark-on-empty-text",
    what: "An empty text takes no cache control.",
    refused: say(text("Hello"), text("", cacheControl())),
    taken: say(text("Hello"), text("World", cacheControl())),
    message: "messages.0.content.1.text: cache_control cannot be set for empty text blocks",
    source: ["1.10", "issue-report"],
  },
  {
    name: "cache-mark-order",
    what: "Cache control of a longer `ttl` comes before that of a shorter one.",
    refused: say(text("Hello", cacheControl()), text("World", cacheControl({ ttl: "1h" }))),
    taken: say(text("Hello", cacheControl({ ttl: "1h" })), text("World", cacheControl())),
    message: /a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block/,
    source: ["1.10", "documentation"],
  },
  {
    name: "cache-mark-contradiction",
    what: "The cache control of the whole request agrees with that of the block to which it applies.",
    refused: talk(
      [["user", [text("Hello", cacheControl({ ttl: "1h" }))]]],
      cacheControl({ ttl: "5m" }),
    ),
    taken: talk(
      [["user", [text("Hello", cacheControl({ ttl: "1h" }))]]],
      cacheControl({ ttl: "1h" }),
    ),
    message: /ttl/,
    source: ["1.10", "documentation"],
  },
]);
