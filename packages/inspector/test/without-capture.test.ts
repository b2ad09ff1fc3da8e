import { createMemoryLedger, type Model, ServiceError, thinking, toolCall } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import type { RequestDetail, RequestList } from "../src/wire.js";
import { callers } from "./demo/gateway.ts";
import { errors, extras, replies, requests, streams } from "./marked/bodies.ts";
import { Marks } from "./marked/marks.ts";
import {
  type Answer,
  eventStream,
  type Format,
  json,
  plain,
  upstreamOf,
} from "./marked/upstreams.ts";
import { inspected } from "./support.ts";

const formats = Object.keys(requests) as readonly Format[];
const pairs = formats.flatMap((asked) => formats.map((format) => [asked, format] as const));
const statuses = [200, 400, 401, 403, 404, 408, 413, 429, 500, 503, 529];

/** The places whose texts are shown although no contents are captured, and why. */
const shown: readonly (readonly [place: RegExp, reason: string])[] = [
  [/^request: model$/, "the model that was asked for is how a request is found"],
  [/^request: (metadata\.user_id|user)$/, "so is the end user"],
  [/^header: idempotency-key$/, "the row of the ledger has it, to find what was sent again"],
  [/^path$/, "a refusal says which path does not exist"],
  [/^(request|extra): (.*\.)?(type|role|reasoning_effort)$/, "or which word of the format"],
  [/^[\w ]+: name of /, "a receipt says which members were lost, by their names"],
  [/^(error|text) (401|403|404|408|429|503|529)\b/, "an upstream says that of its own affairs"],
  [/^code of a transport$/, "the code of a connection that failed is the name of its error"],
];

/** The places of shown texts that no reason allows. */
function unexpectedIn(text: string, marks: Marks): readonly string[] {
  return marks.foundIn(text).filter((place) => !shown.some(([pattern]) => pattern.test(place)));
}

interface Call {
  readonly format: Format;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
}

type Gateway = ReturnType<typeof inspected>;

async function send({ service }: Gateway, { format, body, headers, path }: Call): Promise<void> {
  const usual = format === "messages" ? "/v1/messages" : "/v1/chat/completions";
  const answer = await service.fetch(
    new Request(`http://gateway.example${path ?? usual}`, {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", "anthropic-version": "2023-06-01" },
        ...{ "x-api-key": callers.atlas, ...headers },
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
  await answer.text().catch(() => undefined);
}

/** All that the endpoints of the inspector answer of so many requests. */
async function readAll(gateway: Gateway, count: number) {
  await flushPromises();
  const list: RequestList = await gateway.ask("/inspector/requests");
  const details: RequestDetail[] = [];
  for (const { id } of list.requests) details.push(await gateway.ask(`/inspector/requests/${id}`));
  expect(details).toHaveLength(count);
  const text = JSON.stringify([list, details, await gateway.ask("/inspector/usage")]);
  return { text, details };
}

/** What the inspector shows of these calls. */
async function shownOf(model: Model, calls: readonly Call[]) {
  const gateway = inspected([model]);
  for (const call of calls) await send(gateway, call);
  return readAll(gateway, calls.length);
}

/** What the inspector shows of one call for each of these answers of an upstream. */
async function shownOfAnswers(asked: Format, format: Format, answers: readonly Answered[]) {
  const queue = answers.map(({ answer }) => answer);
  const gateway = inspected([
    upstreamOf(format, () => (queue.shift() ?? expect.fail("No more."))()),
  ]);
  const least = { model: "any", max_tokens: 50, messages: [{ role: "user", content: "What?" }] };
  for (const { stream } of answers) {
    await send(gateway, { format: asked, body: { ...least, stream } });
  }
  return readAll(gateway, answers.length);
}

interface Answered {
  readonly answer: Answer;
  readonly stream: boolean;
}

const whole = (answer: Answer): Answered => ({ answer, stream: false });
const streamed = (answer: Answer): Answered => ({ answer, stream: true });

describe.each(pairs)("without capture, asked in %s and answered in %s", (asked, format) => {
  it.each([false, true])("no text of a request is shown (stream: %s)", async (stream) => {
    const marks = new Marks();
    const reply = stream ? eventStream(format, streams[format]) : json(replies[format]);
    const body = { ...requests[asked], stream };
    const bodies = [
      body,
      ...marks.each(body, "request"),
      ...marks.each(extras[asked], "extra").map((extra) => ({ ...body, ...Object(extra) })),
      `{"model": "any", "messages": ${marks.at("invalid JSON")}`,
    ];
    const calls = bodies.map((one) => ({ format: asked, body: one }));
    const { text, details } = await shownOf(upstreamOf(format, reply), calls);
    expect(details[0]?.summary.state).toBe("answered");
    expect(unexpectedIn(text, marks)).toEqual([]);
  });

  it("no text of a reply is shown", async () => {
    const marks = new Marks();
    const { text, details } = await shownOfAnswers(asked, format, [
      whole(json(replies[format])),
      ...marks.each(replies[format], "reply").map((reply) => whole(json(reply))),
      streamed(eventStream(format, streams[format])),
      ...marks
        .each(streams[format], "stream")
        .map((events) => streamed(eventStream(format, events as readonly object[]))),
    ]);
    const states = details.map(({ summary }) => summary.state);
    expect(states.slice(0, 1)).toEqual(["answered"]);
    expect(unexpectedIn(text, marks)).toEqual([]);
  });

  it("no text of a reply that fails is shown", async () => {
    const marks = new Marks();
    const begun = streams[format].slice(0, 3);
    const { text } = await shownOfAnswers(asked, format, [
      ...statuses.flatMap((status) => [
        ...marks
          .each(errors[format], `error ${status}`)
          .map((error) => whole(json(error, { status }))),
        whole(plain(marks.at(`text ${status}`), "text/plain", status)),
        whole(json(errors[format], { status, headers: { "x-note": marks.at("answer's header") } })),
      ]),
      ...marks
        .each(errors[format], "error in a stream")
        .map((error) => streamed(eventStream(format, [...begun, Object(error)]))),
      streamed(plain(`data: ${marks.at("broken event")}\n\n`, "text/event-stream")),
      whole(() => {
        const cause = new Error(marks.at("cause of a transport"));
        throw Object.assign(new Error(marks.at("error of a transport"), { cause }), {
          name: marks.at("code of a transport"),
        });
      }),
    ]);
    expect(unexpectedIn(text, marks)).toEqual([]);
  });
});

describe.each(formats)("without capture, a model in the process that is asked in %s", (format) => {
  it.each([false, true])(
    "has no text shown that it reads or yields (stream: %s)",
    async (stream) => {
      const marks = new Marks();
      const model = modelOf(
        [
          thinking(marks.at("reasoning")),
          marks.at("text"),
          toolCall({
            name: marks.at("tool"),
            arguments: { [marks.at("name")]: marks.at("value") },
          }),
        ],
        {},
        "any",
      );
      const body = { ...requests[format], stream };
      const bodies = [body, ...marks.each(body, "request"), ...marks.each(extras[format], "extra")];
      const calls = bodies.map((one) => ({ format, body: { ...body, ...Object(one) } }));
      const { text, details } = await shownOf(model, calls);
      expect(details[0]?.summary.state).toBe("answered");
      expect(unexpectedIn(text, marks)).toEqual([]);
    },
  );

  it("has the class of what it throws shown, and none of its words", async () => {
    const marks = new Marks();
    const errors = [
      Object.assign(new RangeError(marks.at("error"), { cause: new Error(marks.at("cause")) }), {
        name: marks.at("name"),
      }),
      marks.at("thrown text"),
      { message: marks.at("thrown object") },
      new ServiceError({ kind: "overloaded", message: "Later.", cause: marks.at("own cause") }),
      new ServiceError({ kind: "internal", message: marks.at("defect") }),
    ];
    const messages: (string | undefined)[] = [];
    for (const error of errors) {
      for (const begin of [[], ["It begins."]]) {
        const model = modelOf(
          async function* () {
            yield* begin;
            throw error;
          },
          {},
          "any",
        );
        const { text, details } = await shownOf(model, [{ format, body: requests[format] }]);
        expect(unexpectedIn(text, marks)).toEqual([]);
        messages.push(details[0]?.failure?.message);
      }
    }
    const hint = "(its message is shown if contents are captured)";
    expect([...new Set(messages)]).toEqual([
      `RangeError ${hint}\nError ${hint}`,
      `string ${hint}`,
      `object ${hint}`,
      `ServiceError: Later.\nstring ${hint}`,
      `ServiceError ${hint}`,
    ]);
  });

  it("has no header, query or path of its caller shown", async () => {
    const marks = new Marks();
    const names = ["user-agent", "anthropic-beta", "x-note", "cookie", "idempotency-key"];
    const others = [
      "tracestate",
      "baggage",
      "x-forwarded-for",
      "referer",
      "content-type",
      "accept",
    ];
    const body = requests[format];
    const { text } = await shownOf(modelOf(["Hello"], {}, "any"), [
      ...[...names, ...others].map((name) => ({
        ...{ format, body },
        headers: { [name]: marks.at(`header: ${name}`) },
      })),
      { format, body, path: `/v1/messages?note=${marks.at("query")}` },
      { format, body, path: `/v1/${marks.at("path")}` },
    ]);
    expect(unexpectedIn(text, marks)).toEqual([]);
  });
});

it.each(pairs)(
  "without capture, asked in %s, the failure of an upstream that speaks %s is described",
  async (asked, format) => {
    const answer = plain("", "text/plain", 500);
    const { details } = await shownOfAnswers(asked, format, [whole(answer)]);
    const [detail = expect.fail("Nothing was kept.")] = details;
    const messages = [detail.failure, detail.attempts[0]?.failure].map((one) => one?.message);
    expect(messages[0]).toMatch(
      /^ServiceError: .+\nError: .*https:\/\/vendor\.example.*status 500/,
    );
    expect(messages[1]).toBe(messages[0]);
  },
);

it("without capture, the class of what a ledger throws is shown, and none of its words", async () => {
  const marks = new Marks();
  const gateway = inspected(
    [modelOf(["Hello"], {}, "any")],
    {},
    {
      ...createMemoryLedger(),
      settle: () => Promise.reject(new RangeError(marks.at("ledger"))),
    },
  );
  await send(gateway, { format: "messages", body: requests.messages });
  const { text, details } = await readAll(gateway, 1);
  expect(unexpectedIn(text, marks)).toEqual([]);
  expect(details[0]?.moments).toContainEqual(
    expect.objectContaining({
      label: "settle failed",
      detail: expect.stringMatching(/^RangeError \(its message/),
    }),
  );
});
