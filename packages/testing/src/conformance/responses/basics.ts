import { isEnvelope } from "../chat-completions/asking/envelope.js";
import type { Check } from "../check.js";
import { equal, isAnswer, isErrorOf, isFilled, type Json, matches } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { message } from "./asking/bodies.js";
import { isResponse, itemsOf, type ReadResponse, respond } from "./asking/response.js";
import { defineChecks } from "./define-checks.js";

const path = "/v1/responses";

const nullable =
  "background context_management conversation frequency_penalty include instructions max_output_tokens max_tool_calls metadata parallel_tool_calls presence_penalty previous_response_id prompt prompt_cache_key reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user";

const nulls: Json = Object.fromEntries(nullable.split(" ").map((name) => [name, null]));

const invalid = { body: { max_output_tokens: 1 } };

/** What every server must be able to do. */
export const basicsChecks: readonly Check[] = [
  ...defineChecks("Basics", [
    [
      "R001",
      "The smallest request is answered 200 with a completed response.",
      async (probe) => isSaid(await respond(probe)),
    ],
    [
      "R002",
      "A message of the user is answered as the same text is.",
      async (probe) => isSaid(await respond(probe, { input: [message("user", "Say hello.")] })),
    ],
    [
      "R003",
      "A query after the path changes nothing.",
      async (probe) => isSaid(isResponse(await probe.send({ path: `${path}?api-version=1` }))),
    ],
    [
      "R004",
      "An unknown path is answered 404 with the four members of an error.",
      async (probe) => {
        const answer = await probe.send({ path: `${path}/resp_1/no-such-path` });
        isErrorOf(answer, { status: 404 });
        isEnvelope(answer);
      },
    ],
    [
      "R005",
      "A GET of the path that creates responses is answered 405.",
      async (probe) => equal((await probe.send({ method: "GET" })).status, 405, "the status"),
    ],
    [
      "R009",
      "A request with every optional member null is answered as the smallest one is.",
      async (probe) => isSaid(await respond(probe, nulls)),
    ],
    ["R012", "Members that the format does not have are passed over.", passesUnknown],
  ]),
  ...defineChecks("Authentication", [
    [
      "R006",
      "A request without a key is answered 401, where keys are required.",
      async (probe) => {
        const answer = await probe.send({ headers: { authorization: null } });
        if (answer.status === 200) probe.skip("the server takes requests without a key");
        isErrorOf(answer, { status: 401 });
      },
    ],
  ]),
  ...defineChecks("Headers", [
    [
      "R007",
      "Answers and refusals are application/json.",
      async (probe) => {
        for (const request of [{}, invalid]) {
          const { headers } = await probe.send(request);
          matches(headers.get("content-type"), /^application\/json\b/i, "content-type");
        }
      },
    ],
    [
      "R008",
      "Answers and refusals have a header x-request-id.",
      async (probe) => {
        for (const request of [{}, invalid]) {
          const { headers } = await probe.send(request);
          isFilled(headers.get("x-request-id"), "x-request-id");
        }
      },
    ],
    [
      "R010",
      "Headers of clients that a server does not know are passed over.",
      async (probe) => {
        const headers = {
          originator: "codex_cli_rs",
          "session-id": "1",
          "x-codex-turn-state": "1",
        };
        isSaid(isResponse(await probe.send({ headers })));
      },
    ],
  ]),
];

function isSaid({ body, output, text }: ReadResponse): void {
  equal(body.status, "completed", "status");
  equal(itemsOf(output, "message").length, 1, "the number of messages");
  isFilled(text, "the text");
}

async function passesUnknown(probe: Probe): Promise<void> {
  const answer = await probe.send({ body: { client_metadata: { a: "1" }, no_such_member: 1 } });
  if (answer.json && answer.status === 400 && isEnvelope(answer).code === "unknown_parameter") {
    probe.skip("the server is strict: it refuses members that the format does not have");
  }
  isAnswer(answer);
}
