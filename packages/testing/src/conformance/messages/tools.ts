import type { Check } from "../check.js";
import type { Json } from "../expect.js";
import { isErrorOf } from "../expect.js";
import { result, talk, text, tool, use } from "./asking/bodies.js";
import { accepted, check, refused, skipRefused } from "./define-checks.js";

const called = (...ids: readonly string[]) =>
  [
    ["user", "a"],
    ["assistant", ids.map(use)],
  ] as const;

/** How tools are offered, chosen and answered. */
export const tools: readonly Check[] = [
  illegal("M032", "A second tool of the same name", [tool(), tool()], ["unique", "get_weather"]),
  illegal("M033", "A dot in the name of a tool", [tool({ name: "a.b" })], "name"),
  accepted("M034a", "Tools", "A tool name of 128 characters", {
    body: { tools: [tool({ name: "a".repeat(128) })] },
  }),
  illegal("M034b", "A tool name of 129 characters", [tool({ name: "a".repeat(129) })], "name"),
  illegal(
    "M035",
    "A tool of type function",
    [{ type: "function", function: { name: "f" } }],
    ["function", "type"],
  ),
  illegal("M036", "An unknown member of a tool", [tool({ extra: 1 })], "extra"),
  check(
    "M042",
    "Tools",
    "A model that cannot be made to call says so in the words that clients look for.",
    async (probe) => {
      const answer = await probe.send({ body: { tools: [tool()], tool_choice: { type: "any" } } });
      if (answer.status === 200) probe.skip("the model can be made to call");
      skipRefused(probe, answer, /\btools(:| are) /i);
      const names = /tool_choice: type "tool" and "any" are not supported/;
      isErrorOf(answer, { status: 400, type: "invalid_request_error", names });
    },
  ),
  unpaired(
    "M053",
    "A call without its result",
    talk(...called("toolu_1"), ["user", "b"]),
    "toolu_1",
  ),
  unpaired(
    "M054a",
    "Text before the result of a call",
    talk(...called("toolu_1"), ["user", [text("b"), result("toolu_1")]]),
    "toolu_1",
  ),
  paired(
    "M054b",
    "Text after the result of a call",
    talk(...called("toolu_1"), ["user", [result("toolu_1"), text("b")]]),
  ),
  unpaired(
    "M055",
    "A result of no call",
    talk(...called("toolu_1"), ["user", [result("toolu_1"), result("toolu_2")]]),
    "toolu_2",
  ),
  paired(
    "M056",
    "A turn whose results come in two messages",
    talk(
      ...called("toolu_1", "toolu_2"),
      ["user", [result("toolu_1")]],
      ["user", [result("toolu_2")]],
    ),
  ),
  unpaired(
    "M057",
    "A colon in the id of a call",
    talk(...called("a:b"), ["user", [result("a:b")]]),
    "id",
  ),
];

function illegal(
  id: string,
  what: string,
  offered: readonly Json[],
  names: string | readonly string[],
): Check {
  return refused(id, "Tools", what, { body: { tools: offered } }, names);
}

function unpaired(id: string, what: string, conversation: Json, names: string): Check {
  return refused(id, "Tools", what, { body: { tools: [tool()], ...conversation } }, names);
}

function paired(id: string, what: string, conversation: Json): Check {
  return accepted(id, "Tools", what, { body: { tools: [tool()], ...conversation } });
}
