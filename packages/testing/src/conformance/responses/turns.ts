import { isEnvelope, isRefusal } from "../chat-completions/asking/envelope.js";
import type { Check } from "../check.js";
import { holds, isErrorOf, type Json } from "../expect.js";
import { afterCall, image, message, pastCall, pastOutput, weather } from "./asking/bodies.js";
import { calling, respond, respondOrSkip } from "./asking/response.js";
import { defineChecks, defineRefusals, type Row } from "./define-checks.js";

const user = message("user", "Say hello.");
const past = message("assistant", [{ type: "output_text", text: "Hello.", annotations: [] }]);

/** A request that must be accepted. */
function accepted(id: string, what: string, body: Json): Row {
  return [id, what, async (probe) => void (await respond(probe, body))];
}

/** The same of what not every model can read: a refusal says nothing against the server. */
function acceptedOrSkipped(id: string, what: string, body: Json): Row {
  return [id, what, async (probe) => void (await respondOrSkip(probe, body, "it"))];
}

const twice = { ...message("assistant", "Hello."), id: "msg_0001" };

/** What may stand in the input. */
export const turnsChecks: readonly Check[] = [
  ...defineChecks("Turns", [
    accepted("R031", "Messages of the developer are accepted at any position.", {
      input: [
        message("developer", "Be short."),
        user,
        past,
        message("developer", "Be kind."),
        user,
      ],
    }),
    accepted("R033a", "What the model has said is accepted as a text.", {
      input: [user, message("assistant", "Hello."), user],
    }),
    accepted("R033b", "What the model has said is accepted as parts.", {
      input: [user, past, user],
    }),
    accepted("R034a", "The phase of a message of the model is accepted.", {
      input: [user, { ...past, phase: "commentary" }, user],
    }),
    accepted("R036", "A call and its output are accepted without ids.", {
      ...afterCall(pastCall("call_1"), pastOutput("call_1")),
    }),
    accepted("R037a", "The output of a call is accepted as parts.", {
      ...afterCall(
        pastCall("call_1"),
        pastOutput("call_1", [{ type: "input_text", text: "It rains." }]),
      ),
    }),
    acceptedOrSkipped("R037b", "The output of a call may be an image.", {
      ...afterCall(pastCall("call_1"), pastOutput("call_1", [image])),
    }),
    accepted("R040", "Outputs are accepted in another order than their calls.", {
      ...afterCall(
        pastCall("call_1"),
        pastCall("call_2"),
        pastOutput("call_2"),
        pastOutput("call_1"),
      ),
    }),
    accepted("R041", "Reasoning whose content and encrypted content are null is accepted.", {
      input: [
        user,
        { type: "reasoning", summary: [], content: null, encrypted_content: null },
        past,
        user,
      ],
    }),
    [
      "R042a",
      "A response is accepted as input, unchanged.",
      async (probe) => {
        const { output } = await respond(probe);
        await respond(probe, { input: [user, ...output, user] });
      },
    ],
    [
      "R042b",
      "A response with a call is accepted as input, unchanged, with the output of the call.",
      async (probe) => {
        const { output, calls } = await calling(probe);
        const outputs = calls.map((call) => pastOutput(String(call.call_id)));
        await respond(probe, { input: [user, ...output, ...outputs], tools: [weather] });
      },
    ],
    [
      "R044",
      "A reference to an item that is not there is answered 404.",
      async (probe) => {
        const body = { input: [user, { type: "item_reference", id: "msg_no_such_item" }] };
        const answer = await probe.send({ body });
        isErrorOf(answer, { status: 404, names: "msg_no_such_item" });
        isEnvelope(answer);
      },
    ],
    [
      "R046",
      "A record of a call that the vendor has run does not crash the request.",
      async (probe) => {
        const action = { type: "search", query: "weather" };
        const search = { type: "web_search_call", id: "ws_1", status: "completed", action };
        const answer = await probe.send({ body: { input: [user, search, past, user] } });
        holds(answer.status < 500, "the server fails", answer.status);
      },
    ],
  ]),
  ...defineRefusals("Turns", [
    [
      "R035",
      "A phase on a message of the user is refused.",
      { input: [{ ...user, phase: "commentary" }] },
      { code: "unknown_parameter", param: "input[0].phase" },
    ],
    [
      "R038",
      "An output without its call is refused by the id of the call.",
      { ...afterCall(pastOutput("call_lost")) },
      { says: /call_lost/ },
    ],
    [
      "R039",
      "A call without its output is refused by the id of the call.",
      { ...afterCall(pastCall("call_lost"), user) },
      { says: /call_lost/ },
    ],
    [
      "R043",
      "Two items with the same id are refused.",
      { input: [user, twice, user, twice, user] },
      { says: /msg_0001/ },
    ],
  ]),
  ...defineChecks("Media", [
    acceptedOrSkipped("R047", "An image in a data URL is accepted.", {
      input: [message("user", [{ type: "input_text", text: "Which colour?" }, image])],
    }),
  ]),
  ...defineChecks("Thinking", [
    [
      "R069",
      "Encrypted reasoning comes if it is asked for, and is accepted on the next turn.",
      async (probe) => {
        const { output } = await sealed(probe);
        await respond(probe, { input: [user, ...output, user] });
      },
    ],
    [
      "R098",
      "Encrypted reasoning that was changed is refused as invalid.",
      async (probe) => {
        const { output, seal } = await sealed(probe);
        const middle = Math.floor(seal.length / 2);
        const other = seal[middle] === "A" ? "B" : "A";
        const changed = `${seal.slice(0, middle)}${other}${seal.slice(middle + 1)}`;
        const items = output.map((item) =>
          item.encrypted_content === seal ? { ...item, encrypted_content: changed } : item,
        );
        const answer = await probe.send({ body: { input: [user, ...items, user] } });
        isRefusal(answer, { code: "invalid_encrypted_content" });
      },
    ],
  ]),
];

/** A response with reasoning that is sealed; a model without ends the check as skipped. */
async function sealed(probe: Parameters<Row[2]>[0]) {
  const include = ["reasoning.encrypted_content"];
  const body = { reasoning: { effort: "high" }, include };
  const { output } = await respondOrSkip(probe, body, "reasoning");
  const seal = output.find((item) => typeof item.encrypted_content === "string");
  if (!seal) return probe.skip("the model has no encrypted reasoning");
  return { output, seal: String(seal.encrypted_content) };
}
