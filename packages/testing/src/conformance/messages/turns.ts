import type { Check } from "../check.js";
import { isAnswer, isErrorOf } from "../expect.js";
import {
  citation,
  newVersion,
  plainDocument,
  result,
  talk,
  text,
  tool,
  use,
} from "./asking/bodies.js";
import { accepted, askIfAble, check, refused } from "./define-checks.js";

const noSystemTurns = /Unexpected role|role 'system'|systemTurns/i;
const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
const cited = talk(["user", [text("Oslo.", { citations: [citation] })]]);
const shownByAssistant = talk(
  ["user", "a"],
  ["assistant", [plainDocument]],
  ["user", "Say hello."],
);
const shownByTool = talk(
  ["user", "a"],
  ["assistant", [use("toolu_1")]],
  ["user", [result("toolu_1", [plainDocument])]],
);

/** Who may say what after whom. */
export const turns: readonly Check[] = [
  accepted("M043a", "Turns", "A second turn of the user in a row", {
    body: talk(["user", "a"], ["user", "b"]),
  }),
  accepted("M043b", "Turns", "A second turn of the assistant in a row", {
    body: talk(["user", "a"], ["assistant", "b"], ["assistant", "c"], ["user", "d"]),
  }),
  refused(
    "M044",
    "Turns",
    "A first turn of the assistant",
    { body: talk(["assistant", "a"], ["user", "b"]) },
    ["first message", "user"],
  ),
  check(
    "M045",
    "Turns",
    "A last turn of the assistant is continued, or refused as a prefill.",
    async (probe) => {
      const answer = await probe.send({
        body: talk(["user", "a"], ["assistant", "The answer is"]),
      });
      if (answer.status === 200) isAnswer(answer);
      else isErrorOf(answer, { status: 400, type: "invalid_request_error", names: "prefill" });
    },
  ),
  refused(
    "M046",
    "Turns",
    "A prefill that ends in white space",
    { body: talk(["user", "a"], ["assistant", "Say: "]) },
    ["whitespace", "prefill"],
  ),
  refused("M047a", "Turns", "An empty text", { body: talk(["user", ""]) }, ["empty", "content"]),
  refused("M047b", "Turns", "A blank text block", { body: talk(["user", [text("  ")]]) }, [
    "whitespace",
    "text",
  ]),
  refused(
    "M048",
    "Turns",
    "A system turn at the beginning",
    { body: talk(["system", "s"], ["user", "a"]) },
    "system",
  ),
  check("M049", "Turns", "A system turn may be the last.", async (probe) => {
    await askIfAble(probe, { body: talk(["user", "a"], ["system", "s"]) }, noSystemTurns);
  }),
  refused(
    "M050",
    "Turns",
    "A system turn between two of the user",
    { body: talk(["user", "a"], ["system", "s"], ["user", "b"]) },
    ["must precede", "system"],
  ),
  refused(
    "M051a",
    "Turns",
    "A system turn after text of the assistant",
    { body: talk(["user", "a"], ["assistant", "b"], ["system", "s"]) },
    ["messages.2", "system"],
  ),
  check(
    "M051b",
    "Turns",
    "A system turn may follow the result of a server tool.",
    async (probe) => {
      const body = talk(["user", "a"], ["assistant", [search, found]], ["system", "s"]);
      await askIfAble(probe, { body }, /Unexpected role|role 'system'|server_tool_use|web_search/);
    },
  ),
  check(
    "M052",
    "Turns",
    "A model without system turns says so in the words that clients look for.",
    async (probe) => {
      const answer = await probe.send({ body: talk(["user", "a"], ["system", "s"]) });
      if (answer.status === 200) probe.skip("the model takes system turns");
      const names = [/Unexpected role "system"/, /role 'system' is not supported/];
      isErrorOf(answer, { status: 400, type: "invalid_request_error", names });
    },
  ),
  refused(
    "M058a",
    "Turns",
    "A document of the assistant under version 2026-10-21",
    { headers: newVersion, body: shownByAssistant },
    ["document", "messages.1"],
  ),
  accepted("M058b", "Turns", "A document in the result of a tool under version 2026-10-21", {
    headers: newVersion,
    body: { tools: [tool()], ...shownByTool },
  }),
  refused(
    "M059a",
    "Turns",
    "A citation of the user under version 2026-10-21",
    { headers: newVersion, body: cited },
    "citations",
  ),
  accepted("M059b", "Turns", "A citation of the user under version 2023-06-01", { body: cited }),
  refused(
    "M060",
    "Turns",
    "An echoed citation without document_title",
    {
      body: talk(
        ["user", [plainDocument, text("a")]],
        ["assistant", [text("Oslo.", { citations: [{ ...citation, document_title: undefined }] })]],
        ["user", "c"],
      ),
    },
    "document_title",
  ),
];
