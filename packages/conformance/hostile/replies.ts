import type { Caller } from "./request.ts";
import { secretPieces } from "./secrets.ts";
import { fill, longString } from "./text.ts";

/** A reply of an upstream that costs far more than it is worth, as a function of its size. */
export interface HostileReply {
  readonly name: string;
  /** The format of the upstream. */
  readonly upstream: Caller;
  readonly stream: boolean;
  /** The body, about `size` characters long. */
  toBody(size: number): string;
}

type Piece = string | ((index: number) => string);

const messageHead =
  '"id":"msg_1","type":"message","role":"assistant","model":"m","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}';
const chunkHead = '"id":"c","object":"chat.completion.chunk","created":1,"model":"m"';
const replyHead = '"id":"c","object":"chat.completion","created":1,"model":"m"';

/** A message with such blocks. */
function message(name: string, piece: Piece, most?: number): HostileReply {
  const head = `{${messageHead},"stop_reason":"end_turn","content":[`;
  const toBody = (size: number) => fill(toSize(size, piece, most), head, piece, "]}");
  return { name, upstream: "messages", stream: false, toBody };
}

/** A completion whose message ends in such a list. */
function completion(
  name: string,
  before: string,
  piece: Piece,
  { after = "]", most }: { readonly after?: string; readonly most?: number } = {},
): HostileReply {
  const head = `{${replyHead},"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant",`;
  const toBody = (size: number) =>
    fill(toSize(size, piece, most), `${head}${before}`, piece, `${after}}}]}`);
  return { name, upstream: "chat-completions", stream: false, toBody };
}

/** What passes costs more than what is refused, so some replies have as many items as they may. */
const mostItems = 1_900;

/** A size at which a reply has at most so many pieces. */
function toSize(size: number, piece: Piece, most = Number.POSITIVE_INFINITY): number {
  const { length } = typeof piece === "string" ? piece : piece(0);
  return Math.min(size, most * (length + 1));
}

/** Events between the first and the last ones of a message. */
function events(name: string, toEvents: (size: number) => string): HostileReply {
  const start = toEvent(
    "message_start",
    `"message":{${messageHead},"content":[],"stop_reason":null}`,
  );
  const stop = `${toEvent("message_delta", '"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}')}${toEvent("message_stop")}`;
  const toBody = (size: number) => `${start}${toEvents(size)}${stop}`;
  return { name, upstream: "messages", stream: true, toBody };
}

/** Chunks with such a delta before the last chunk. */
function chunks(name: string, toDelta: (index: number) => string): HostileReply {
  const toBody = (size: number) =>
    `${repeat(size, (index) => toChunk(`"delta":${toDelta(index)},"finish_reason":null`))}${toChunk('"delta":{},"finish_reason":"stop"')}data: [DONE]\n\n`;
  return { name, upstream: "chat-completions", stream: true, toBody };
}

function toEvent(type: string, members = ""): string {
  return `event: ${type}\ndata: {"type":"${type}"${members === "" ? "" : `,${members}`}}\n\n`;
}

function toChunk(choice: string): string {
  return `data: {${chunkHead},"choices":[{"index":0,${choice}}]}\n\n`;
}

function repeat(size: number, toPiece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let index = 0, length = 0; length < size; index++) {
    const piece = toPiece(index);
    length += piece.length;
    pieces.push(piece);
  }
  return pieces.join("");
}

/** Blocks that begin and end one after another. */
function blocks(toBlock: (index: number) => string, toDelta?: (index: number) => string) {
  return (size: number) =>
    repeat(size, (index) =>
      [
        toEvent("content_block_start", `"index":${index},"content_block":${toBlock(index)}`),
        ...(toDelta
          ? [toEvent("content_block_delta", `"index":${index},"delta":${toDelta(index)}`)]
          : []),
        toEvent("content_block_stop", `"index":${index}`),
      ].join(""),
    );
}

/** One block with many deltas. */
function deltas(block: string, delta: string) {
  return (size: number) =>
    `${toEvent("content_block_start", `"index":0,"content_block":${block}`)}${repeat(size, () => toEvent("content_block_delta", `"index":0,"delta":${delta}`))}${toEvent("content_block_stop", '"index":0')}`;
}

/** Blocks that all begin before the first one ends. */
function openBlocks(toBlock: (index: number) => string) {
  return (size: number) => {
    const starts = repeat(size / 2, (index) =>
      toEvent("content_block_start", `"index":${index},"content_block":${toBlock(index)}`),
    );
    const count = starts.split("event: ").length - 1;
    const stops = Array.from({ length: count }, (_, index) =>
      toEvent("content_block_stop", `"index":${index}`),
    );
    return `${starts}${stops.join("")}`;
  };
}

const useWithFraction = '{"type":"tool_use","id":"c","name":"f","input":{"a":1.0}}';
const useOf = (id: string) => `{"type":"tool_use","id":"${id}","name":"f","input":{}}`;
const callOf = (id: string, more = "") =>
  `{${more}"id":"${id}","type":"function","function":{"name":"f","arguments":"{}"}}`;
const calls = (call: string) => `{"tool_calls":[${call}]}`;

const manyMembers = (size: number) => fill(size, "{", (index) => `"n${index}":1`, "}");

/** One call with so many arguments. */
const bigCalls: readonly HostileReply[] = [
  {
    name: "reply: an input of many members",
    upstream: "messages",
    stream: false,
    toBody: (size) =>
      `{${messageHead},"stop_reason":"tool_use","content":[{"type":"tool_use","id":"c","name":"f","input":${manyMembers(size)}}]}`,
  },
  {
    name: "reply: arguments of many members",
    upstream: "chat-completions",
    stream: false,
    toBody: (size) => {
      const call = `{"id":"c","type":"function","function":{"name":"f","arguments":${JSON.stringify(manyMembers(size))}}}`;
      return `{${replyHead},"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[${call}]}}]}`;
    },
  },
];

/** One text that begins like secrets again and again, and the same in deltas. */
const likeSecrets: readonly HostileReply[] = secretPieces.flatMap((piece) => {
  const json = JSON.stringify(piece);
  const block = '{"type":"text","text":""}';
  return [
    events(`stream: deltas like secrets: ${piece.trim()}`, (size) =>
      deltas(block, `{"type":"text_delta","text":${json}}`)(size),
    ),
    {
      name: `reply: one text like secrets: ${piece.trim()}`,
      upstream: "chat-completions",
      stream: false,
      toBody: (size: number) =>
        `{${replyHead},"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":${longString(size, json.slice(1, -1))}}}]}`,
    },
  ];
});

/** Every shape, in the order of the table. */
export const hostileReplies: readonly HostileReply[] = [
  ...bigCalls,
  message("reply: texts", '{"type":"text","text":"a"}'),
  message("reply: zeros", "0"),
  message("reply: calls with one id", useOf("c")),
  message("reply: calls with distinct ids", (index) => useOf(`c${index}`)),
  message("reply: blocks of an unknown type", '{"type":"x"}'),
  message("reply: thinking", '{"type":"thinking","thinking":"t","signature":"s"}'),
  message(
    "reply: distinct members of a block",
    (index) => `{"type":"text","text":"a","n${index}":1}`,
  ),
  completion("reply: tool_calls with one id", '"content":null,"tool_calls":[', callOf("c")),
  completion("reply: tool_calls with distinct ids", '"content":null,"tool_calls":[', (index) =>
    callOf(`c${index}`),
  ),
  completion("reply: tool_calls with ids that collide", '"content":null,"tool_calls":[', (index) =>
    callOf(index % 2 === 0 ? "c" : `c_${index}`),
  ),
  completion("reply: tool_calls with one index", '"content":null,"tool_calls":[', (index) =>
    callOf(`c${index}`, '"index":0,'),
  ),
  completion(
    "reply: tool_calls with one id and many indexes",
    '"content":null,"tool_calls":[',
    (index) => callOf("c", `"index":${index},`),
  ),
  completion("reply: tool_calls without ids", '"content":null,"tool_calls":[', callOf("")),
  completion("reply: parts", '"content":[', '{"type":"text","text":"a"}'),
  completion(
    "reply: reasoning_details",
    '"content":"a","reasoning_details":[',
    '{"type":"reasoning.text","text":"t","index":0}',
  ),
  completion("reply: distinct members", '"content":"a",', (index) => `"n${index}":1`, {
    after: "",
  }),
  message("reply: as many calls as may be", (index) => useOf(`c${index}`), mostItems),
  message("reply: as many inputs with fractions as may be", useWithFraction, mostItems),
  completion("reply: as many tool_calls as may be", '"content":null,"tool_calls":[', callOf("c"), {
    most: mostItems,
  }),
  completion(
    "reply: as many tool_calls without ids as may be",
    '"content":null,"tool_calls":[',
    callOf(""),
    { most: mostItems },
  ),
  {
    name: "reply: log probabilities",
    upstream: "chat-completions",
    stream: false,
    toBody: (size) =>
      fill(
        size,
        `{${replyHead},"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"a"},"logprobs":{"content":[`,
        `{"token":"a","logprob":-1,"bytes":[97],"top_logprobs":[${Array.from({ length: 20 }, () => '{"token":"a","logprob":-1,"bytes":[97]}').join(",")}]}`,
        "]}}]}",
      ),
  },
  completion("reply: a member repeated", '"content":"a",', '"a":1', { after: "" }),
  message(
    "reply: a member of a block repeated",
    `{"type":"text","text":"a",${'"a":1,'.repeat(99)}"a":1}`,
  ),
  {
    name: "reply: a member of a message repeated",
    upstream: "messages",
    stream: false,
    toBody: (size) =>
      fill(size, `{${messageHead},"stop_reason":"end_turn","content":[],`, '"a":1', "}"),
  },
  {
    name: "reply: choices",
    upstream: "chat-completions",
    stream: false,
    toBody: (size) =>
      fill(
        size,
        `{${replyHead},"choices":[`,
        (index) =>
          `{"index":${index},"finish_reason":"stop","message":{"role":"assistant","content":"a"}}`,
        "]}",
      ),
  },
  {
    name: "reply: one text",
    upstream: "chat-completions",
    stream: false,
    toBody: (size) =>
      `{${replyHead},"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":${longString(size, "a")}}}]}`,
  },
  events(
    "stream: deltas of one text",
    deltas('{"type":"text","text":""}', '{"type":"text_delta","text":"a"}'),
  ),
  events(
    "stream: deltas of one input",
    deltas(useOf("c"), '{"type":"input_json_delta","partial_json":" "}'),
  ),
  events(
    "stream: deltas of citations",
    deltas(
      '{"type":"text","text":""}',
      '{"type":"citations_delta","citation":{"type":"char_location"}}',
    ),
  ),
  events(
    "stream: deltas of a block of an unknown type",
    deltas('{"type":"x","a":""}', '{"type":"x_delta","a":"a"}'),
  ),
  events(
    "stream: blocks",
    blocks(
      () => '{"type":"text","text":""}',
      () => '{"type":"text_delta","text":"a"}',
    ),
  ),
  events(
    "stream: calls with one id",
    blocks(() => useOf("c")),
  ),
  events(
    "stream: calls with distinct ids",
    blocks((index) => useOf(`c${index}`)),
  ),
  events(
    "stream: blocks that all stay open",
    openBlocks((index) => useOf(`c${index}`)),
  ),
  events("stream: pings", (size) => repeat(size, () => toEvent("ping"))),
  events("stream: comments", (size) => repeat(size, () => ": c\n\n")),
  events("stream: one long delta", (size) =>
    deltas(
      '{"type":"text","text":""}',
      `{"type":"text_delta","text":${longString(Math.min(size, 4_000_000), "a")}}`,
    )(1),
  ),
  chunks("stream: chunks of one text", () => '{"content":"a"}'),
  chunks("stream: chunks of reasoning", () => '{"reasoning_content":"a"}'),
  chunks("stream: tool_calls with one id", (index) => calls(callOf("c", `"index":${index},`))),
  chunks("stream: tool_calls with distinct ids", (index) =>
    calls(callOf(`c${index}`, `"index":${index},`)),
  ),
  chunks("stream: tool_calls with one index", (index) => calls(callOf(`c${index}`, '"index":0,'))),
  chunks("stream: tool_calls without index", (index) => calls(callOf(`c${index}`))),
  chunks("stream: pieces of one name", () => calls('{"index":0,"function":{"name":"f"}}')),
  chunks("stream: pieces of arguments", () =>
    calls('{"index":0,"id":"c","function":{"name":"f","arguments":" "}}'),
  ),
  chunks("stream: choices", (index) => '{"content":"a"}'.replace("a", String(index))),
  {
    name: "stream: chunks of many choices",
    upstream: "chat-completions",
    stream: true,
    toBody: (size) =>
      `${repeat(size, (index) => `data: {${chunkHead},"choices":[{"index":${index},"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n`)}data: [DONE]\n\n`,
  },
  ...likeSecrets,
];
