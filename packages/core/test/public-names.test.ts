import { type FormatName, formatNames } from "@diglot/test-support/requests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { upstreamCreators } from "./attempt-of.js";
import { modelRequestOf } from "./make.js";
import { fakeUpstream, streamOf } from "./upstream-of.js";

/** Stands in a template where the model's name does. */
const name = "@@";
const publicName = 'house "1"';
const encoder = new TextEncoder();

/** What a caller gets of what an upstream says, in blocks that are cut at these places. */
async function relayed(
  format: FormatName,
  said: Uint8Array,
  { cuts = [], stream = true }: { cuts?: readonly number[]; stream?: boolean } = {},
): Promise<string> {
  const answer = () =>
    stream
      ? streamOf(cutAt(said, cuts))
      : new Response(new Uint8Array(said), { headers: { "content-type": "application/json" } });
  const { options } = fakeUpstream(answer, { id: publicName });
  const { request } = modelRequestOf({ stream });
  const body = { model: "m", stream, stream_options: { include_usage: true } };
  const bytes = encoder.encode(JSON.stringify(body));
  const origin = { ...request.origin, format, body, bytes };
  const reply = await upstreamCreators[format](options).respond({ ...request, origin });
  if (reply.kind !== "relay") throw new Error("The reply is relayed.");
  if (reply.body instanceof Uint8Array) return toText([reply.body]);
  const blocks: Uint8Array[] = [];
  for (let block = await reply.body.read(); block; block = await reply.body.read()) {
    blocks.push(block);
  }
  return toText(blocks);
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].sort((a, b) => a - b);
  return [0, ...places]
    .map((start, index) => bytes.subarray(start, places[index] ?? bytes.length))
    .filter(({ length }) => length > 0);
}

function toText(blocks: readonly Uint8Array[]): string {
  const joined = new Uint8Array(blocks.flatMap((block) => [...block]));
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(joined);
}

/** Text that an upstream may say, some of it about models. */
const words = fc.oneof(
  fc.string({ unit: "binary" }).filter((text) => !text.includes(name)),
  fc.constantFrom("", 'the "model" is {"model":"real-model"}', 'model"', "\\", "é😀\u2028", "\n"),
);
const space = fc.constantFrom("", "", "", " ", "\n", "\t ");
/** The name of the member, plain or escaped. */
const modelMember = fc.constantFrom('"model"', '"model"', '"model"', '"mod\\u0065l"');
/** Other members, some with members of their own that are called `model`. */
const noise = fc.oneof(
  words.map((text) => `"system_fingerprint":${JSON.stringify(text)}`),
  words.map((text) => `"nested":{"model":${JSON.stringify(text)},"list":[{"model":1}]}`),
  fc.constantFrom('"models":"real-model"', '"x-model":[]', '"created":1.50e0'),
);
const modelEntry = fc
  .tuple(modelMember, space, space)
  .map(([member, a, b]) => `${member}${a}:${b}${name}`);

/** An object with these members and others among them, in any order. */
function objectWith(members: readonly string[], names: fc.Arbitrary<readonly string[]>) {
  return fc.tuple(names, fc.array(noise, { maxLength: 2 }), space).chain(([entries, others, gap]) =>
    fc
      .shuffledSubarray([...members, ...entries, ...others], {
        minLength: members.length + entries.length + others.length,
      })
      .map((all) => `{${gap}${all.join(`${gap},${gap}`)}${gap}}`),
  );
}

/** The name is mostly there once, and may be absent or there twice. */
const named = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(modelEntry) },
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.tuple(modelEntry, modelEntry) },
);

/** JSON as the data of a frame; a line break in it begins another line of data. */
function frameOf(json: string, event: string, [lineEnd, prefix]: readonly string[]): string {
  const lines = json.split("\n").map((line) => `data:${prefix}${line}${lineEnd}`);
  return `${event === "" ? "" : `event: ${event}${lineEnd}`}${lines.join("")}${lineEnd}`;
}

const style = fc.tuple(fc.constantFrom("\n", "\r\n", "\r"), fc.constantFrom("", " "));

const chunk = (choice: string) => [`"object":"chat.completion.chunk"`, `"choices":[${choice}]`];
const chatStream = fc
  .tuple(
    style,
    fc.array(
      words.chain((text) =>
        objectWith(chunk(`{"index":0,"delta":{"content":${JSON.stringify(text)}}}`), named),
      ),
      { maxLength: 6 },
    ),
    objectWith(chunk('{"index":0,"delta":{},"finish_reason":"stop"}'), named),
  )
  .map(([as, chunks, last]) =>
    [...chunks, last, "[DONE]"].map((json) => frameOf(json, "", as)).join(""),
  );

/** A stream whose chunks all begin alike, as those of most servers; a byte order mark stands before some. */
const uniformStream = fc
  .tuple(style, words, fc.array(fc.tuple(words, noise, fc.boolean()), { maxLength: 6 }))
  .map(([as, id, said]) => {
    const head = `"id":${JSON.stringify(id)},"model":${name}`;
    const frames = said.map(([text, more, marked], index) => {
      const choice = `{"index":0,"delta":{"content":${JSON.stringify(text)}}}`;
      const json = `{${head},${chunk(choice).join()},${more}}`;
      return `${marked && index > 0 ? "\uFEFF" : ""}${frameOf(json, "", as)}`;
    });
    const last = `{${head},${chunk('{"index":0,"delta":{},"finish_reason":"stop"}').join()}}`;
    return [...frames, frameOf(last, "", as), frameOf("[DONE]", "", as)].join("");
  });

const start = [
  '"type":"message"',
  '"role":"assistant"',
  '"content":[]',
  '"usage":{"input_tokens":1,"output_tokens":0}',
];
const messagesStream = fc
  .tuple(style, objectWith(start, named), fc.array(words, { maxLength: 4 }))
  .map(([as, message, texts]) =>
    [
      ["message_start", `{"type":"message_start","message":${message}}`],
      [
        "content_block_start",
        '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
      ],
      ...texts.map((text) => [
        "content_block_delta",
        `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":${JSON.stringify(text)}}}`,
      ]),
      ["content_block_stop", '{"type":"content_block_stop","index":0}'],
      [
        "message_delta",
        '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}',
      ],
      ["message_stop", '{"type":"message_stop"}'],
    ]
      .map(([event = "", json = ""]) => frameOf(json, event, as))
      .join(""),
  );

const streams = {
  messages: messagesStream,
  "chat-completions": fc.oneof(chatStream, uniformStream),
} as const;
const replies = {
  messages: objectWith(
    [
      '"type":"message"',
      '"content":[{"type":"text","text":"\\"model\\":1"}]',
      '"stop_reason":"end_turn"',
    ],
    named,
  ),
  "chat-completions": objectWith(
    [
      '"object":"chat.completion"',
      '"choices":[{"index":0,"message":{"content":"a"},"finish_reason":"stop"}]',
    ],
    named,
  ),
} as const;

/** What the upstream calls its model: any JSON value. */
const upstreamNames = fc.oneof(
  fc.constantFrom(
    '"real-model"',
    '"re\\u0061l\\"model"',
    '"é"',
    "null",
    '""',
    JSON.stringify(publicName),
  ),
  words.map((text) => JSON.stringify(text)),
);
const toPublic = (template: string) => template.replaceAll(name, () => JSON.stringify(publicName));
/** The template with the upstream's names, one after the other. */
function toSaid(template: string, names: readonly string[]): Uint8Array {
  let count = 0;
  return encoder.encode(template.replaceAll(name, () => names[count++ % names.length] ?? ""));
}

/** Nothing is read behind the terminal event; a cut may leave the last half of its line end there. */
function withoutEnd(stream: string): string {
  return stream.replace(/\n$/, "");
}

describe.each(formatNames)("a relay of %s", (format) => {
  const someNames = fc.array(upstreamNames, { minLength: 1, maxLength: 3 });

  it("T177 changes the model's name in a stream and no other byte, however it is written and cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        streams[format],
        someNames,
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.boolean(),
        async (template, names, cuts, marked) => {
          const mark = marked ? "\uFEFF" : "";
          const text = await relayed(format, toSaid(mark + template, names), { cuts });
          expect(withoutEnd(text)).toBe(withoutEnd(toPublic(mark + template)));
        },
      ),
    );
  });

  it("T177 changes the model's name in a JSON reply and no other byte, however it is written", async () => {
    await fc.assert(
      fc.asyncProperty(replies[format], someNames, async (template, names) => {
        const text = await relayed(format, toSaid(template, names), { stream: false });
        expect(text).toBe(toPublic(template));
      }),
    );
  });
});
