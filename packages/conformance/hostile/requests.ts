import { hostileExamples } from "./examples.ts";
import type { Caller, HostileRequest } from "./request.ts";
import { secretPieces } from "./secrets.ts";
import { fill, longString } from "./text.ts";

const chat: readonly Caller[] = ["chat-completions"];
const messagesOnly: readonly Caller[] = ["messages"];

const question = '{"role":"user","content":"hi"}';
const head = `"messages":[${question}]`;

/** A list in a member beside an ordinary conversation. */
function beside(name: string, piece: string | ((index: number) => string)) {
  return (size: number) => fill(size, `${head},"${name}":[`, piece, "]");
}

/** Members of the body beside an ordinary conversation. */
function members(piece: string | ((index: number) => string)) {
  return (size: number) => fill(size, `${head},`, piece, "");
}

/** A list inside a member, with what is before and after it. */
function inside(before: string, piece: string | ((index: number) => string), after: string) {
  return (size: number) => fill(size, `${head},${before}`, piece, after);
}

/** A conversation of such messages. */
function talk(piece: string | ((index: number) => string)) {
  return (size: number) => fill(size, '"messages":[', piece, "]");
}

/** Such parts in one message of the user; beyond 10,000 of them, in several. */
function parts(toPart: string | ((index: number) => string)) {
  const toText = (index: number) => (typeof toPart === "string" ? toPart : toPart(index));
  return (size: number) => {
    const perMessage = 9_000;
    const toPiece = (index: number) => {
      const starts = index % perMessage === 0;
      const between = starts && index > 0 ? ']},{"role":"user","content":[' : "";
      return between === ""
        ? toText(index)
        : `{"type":"text","text":"x"}${between}${toText(index)}`;
    };
    return fill(size, '"messages":[{"role":"user","content":[', toPiece, "]}]");
  };
}

/** As many parts as all messages together may have, each filled up with letters. */
function asManyParts(toPart: (letters: string) => string) {
  const most = 49_000;
  return (size: number) => {
    const letters = Math.max(1, Math.floor(size / most) - toPart("").length - 1);
    return parts(toPart("a".repeat(letters)))(size);
  };
}

/** One string as the text of the user. */
function text(piece: string) {
  return (size: number) => `"messages":[{"role":"user","content":${longString(size, piece)}}]`;
}

function toolOf(caller: Caller, name: string, schema = '{"type":"object"}', more = ""): string {
  return caller === "messages"
    ? `{"name":"${name}","input_schema":${schema}${more}}`
    : `{"type":"function","function":{"name":"${name}","parameters":${schema}}${more}}`;
}

/** An assistant's message with one call. */
function callOf(caller: Caller, id: string, input = "{}"): string {
  if (caller === "messages") {
    return `{"role":"assistant","content":[{"type":"tool_use","id":"${id}","name":"f","input":${input}}]}`;
  }
  const call = `{"id":"${id}","type":"function","function":{"name":"f","arguments":${JSON.stringify(input)}}}`;
  return `{"role":"assistant","tool_calls":[${call}]}`;
}

/** The message with the result of a call. */
function resultOf(caller: Caller, id: string, content = '"ok"'): string {
  return caller === "messages"
    ? `{"role":"user","content":[{"type":"tool_result","tool_use_id":"${id}","content":${content}}]}`
    : `{"role":"tool","tool_call_id":"${id}","content":${content}}`;
}

/** The text of a result that is so long that 1 MB of exchanges has as many messages as are allowed. */
const resultText = `"${"o".repeat(50)}"`;

function exchanges(toId: (index: number) => string, toAnswered = toId) {
  return (size: number, caller: Caller) =>
    talk((index) => {
      const result = resultOf(caller, toAnswered(index), resultText);
      return `${callOf(caller, toId(index))},${result}`;
    })(size);
}

/** Many calls in each message, at most 9,000, each with its result. */
function manyCalls(toId: (index: number) => string, toAnswered = toId) {
  return (size: number, caller: Caller) => {
    const perTurn = 9_000;
    const each = 150;
    const turns = Math.max(1, Math.floor(size / (perTurn * each)));
    const count = Math.max(1, Math.min(perTurn, Math.floor(size / each)));
    const toTurn = (turn: number) => {
      const indexes = Array.from({ length: count }, (_, index) => turn * count + index);
      return `${question},${toCalls(caller, indexes.map(toId))},${toResults(caller, indexes.map(toAnswered))}`;
    };
    return `"messages":[${Array.from({ length: turns }, (_, turn) => toTurn(turn)).join(",")}]`;
  };
}

function toCalls(caller: Caller, ids: readonly string[]): string {
  return caller === "messages"
    ? `{"role":"assistant","content":[${ids.map((id) => `{"type":"tool_use","id":"${id}","name":"f","input":{}}`).join(",")}]}`
    : `{"role":"assistant","tool_calls":[${ids.map((id) => `{"id":"${id}","type":"function","function":{"name":"f","arguments":"{}"}}`).join(",")}]}`;
}

function toResults(caller: Caller, ids: readonly string[]): string {
  return caller === "messages"
    ? `{"role":"user","content":[${ids.map((id) => `{"type":"tool_result","tool_use_id":"${id}"}`).join(",")}]}`
    : ids.map((id) => resultOf(caller, id)).join(",");
}

function nested(open: string, close: string, depth: (size: number) => number) {
  return (size: number) => {
    const levels = depth(size);
    return `${head},"x":${open.repeat(levels)}0${close.repeat(levels)}`;
  };
}

function imageOf(caller: Caller, data: string): string {
  return caller === "messages"
    ? `{"type":"image","source":{"type":"base64","media_type":"image/png","data":${data}}}`
    : `{"type":"image_url","image_url":{"url":${data.replace('"', '"data:image/png;base64,')}}}`;
}

function imageUrlOf(caller: Caller, index: number): string {
  const url = `"https://example.test/${index}"`;
  return caller === "messages"
    ? `{"type":"image","source":{"type":"url","url":${url}}}`
    : `{"type":"image_url","image_url":{"url":${url}}}`;
}

function schemaMember(caller: Caller): readonly [before: string, after: string] {
  return caller === "messages"
    ? ['"output_config":{"format":{"type":"json_schema","schema":', "}}"]
    : ['"response_format":{"type":"json_schema","json_schema":{"name":"s","schema":', "}}"];
}

/** Base64 of the head of the service's own signatures. */
const ownSignature = btoa("diglot.v1");

const lists: readonly HostileRequest[] = [
  { name: "functions of zeros", callers: chat, toMembers: beside("functions", "0") },
  { name: "functions", callers: chat, toMembers: beside("functions", '{"name":"f"}') },
  { name: "modalities of zeros", callers: chat, toMembers: beside("modalities", "0") },
  { name: "modalities", callers: chat, toMembers: beside("modalities", '"text"') },
  {
    name: "stops of zeros",
    toMembers: (size, caller) =>
      beside(caller === "messages" ? "stop_sequences" : "stop", "0")(size),
  },
  {
    name: "stops, equal",
    toMembers: (size, caller) =>
      beside(caller === "messages" ? "stop_sequences" : "stop", '"a"')(size),
  },
  {
    name: "stops, distinct",
    toMembers: (size, caller) =>
      beside(caller === "messages" ? "stop_sequences" : "stop", (index) => `"s${index}"`)(size),
  },
  {
    name: "stops that share a long beginning",
    toMembers: (size, caller) =>
      beside(
        caller === "messages" ? "stop_sequences" : "stop",
        (index) => `"${"a".repeat(500)}${index}"`,
      )(size),
  },
  {
    name: "allowed tools of zeros",
    callers: chat,
    toMembers: inside(
      '"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[',
      "0",
      "]}}",
    ),
  },
  {
    name: "allowed tools",
    callers: chat,
    toMembers: inside(
      `"tools":[${toolOf("chat-completions", "f")}],"tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[`,
      '{"type":"function","function":{"name":"f"}}',
      "]}}",
    ),
  },
  { name: "unknown list of zeros", toMembers: beside("x", "0") },
  { name: "unknown list of texts", toMembers: beside("x", '""') },
  { name: "unknown list of empty objects", toMembers: beside("x", "{}") },
  { name: "unknown list of empty lists", toMembers: beside("x", "[]") },
  { name: "unknown list of objects", toMembers: beside("x", '{"a":1}') },
  { name: "unknown list of nulls", toMembers: beside("x", "null") },
];

/** Members with these letters as names, in an order of their own for each of the first numbers. */
function inOrder(letters: string, order: number): string {
  const left = [...letters];
  let rest = order;
  const members: string[] = [];
  while (left.length > 0) {
    const [letter] = left.splice(rest % left.length, 1);
    rest = Math.floor(rest / (left.length + 1));
    members.push(`"${letter}":1`);
  }
  return members.join(",");
}

const names: readonly HostileRequest[] = [
  { name: "a member repeated", toMembers: members('"a":1') },
  { name: "a member with an escape repeated", toMembers: members('"\\u0061":1') },
  { name: "an empty name repeated", toMembers: members('"":0') },
  { name: "__proto__ repeated", toMembers: members('"__proto__":{}') },
  { name: "constructor with prototype", toMembers: members('"constructor":{"prototype":{}}') },
  { name: "messages repeated", toMembers: members(head) },
  {
    name: "stream_options repeated",
    toMembers: members('"stream_options":{"include_usage":true}'),
  },
  {
    name: "limits by many names",
    toMembers: members(
      (index) =>
        `"${"max_tokens"
          .split("")
          .map((letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter))
          .join("")}${"_".repeat(index >> 10)}":1`,
    ),
  },
  { name: "distinct members", toMembers: members((index) => `"n${index}":1`) },
  {
    name: "small objects with 9,000 distinct members",
    toMembers: beside("x", (index) => `{"n${index % 9_000}":1}`),
  },
  {
    name: "small objects with their members in many orders",
    toMembers: beside("x", (index) => `{${inOrder("abcdefghijkl", index * 7_919)}}`),
  },
  { name: "distinct members with escapes", toMembers: members((index) => `"\\n${index}":1`) },
  { name: "members named by numbers", toMembers: members((index) => `"${index * 7}":1`) },
  { name: "distinct members of null", toMembers: members((index) => `"n${index}":null`) },
  {
    name: "distinct members with long names",
    toMembers: members((index) => `"${"k".repeat(1_000)}${index}":1`),
  },
  { name: "one long name", toMembers: (size) => `${head},${longString(size, "k")}:1` },
  {
    name: "distinct members of a message",
    toMembers: (size) =>
      fill(size, '"messages":[{"role":"user","content":"hi",', (index) => `"n${index}":1`, "}]"),
  },
  {
    name: "distinct members of an assistant's message",
    toMembers: (size) =>
      fill(
        size,
        `"messages":[${question},{"role":"assistant","content":"hi",`,
        (index) => `"n${index}":1`,
        `},${question}]`,
      ),
  },
  {
    name: "distinct members of a block",
    toMembers: (size) =>
      fill(
        size,
        '"messages":[{"role":"user","content":[{"type":"text","text":"hi",',
        (index) => `"n${index}":1`,
        "}]}]",
      ),
  },
  {
    name: "distinct members of a tool",
    toMembers: (size, caller) => {
      const tool = toolOf(caller, "f").slice(0, -1);
      return fill(size, `${head},"tools":[${tool},`, (index) => `"n${index}":1`, "}]");
    },
  },
  {
    name: "distinct members of metadata",
    toMembers: inside('"metadata":{', (index) => `"n${index}":"1"`, "}"),
  },
  {
    name: "logit_bias",
    callers: chat,
    toMembers: inside('"logit_bias":{', (index) => `"${index}":1`, "}"),
  },
  {
    name: "logit_bias of texts",
    callers: chat,
    toMembers: inside('"logit_bias":{', (index) => `"${index}":"x"`, "}"),
  },
  {
    name: "tool_choice with members",
    toMembers: inside('"tool_choice":{"type":"auto",', (index) => `"n${index}":1`, "}"),
  },
  {
    name: "thinking with members",
    toMembers: inside('"thinking":{"type":"disabled",', (index) => `"n${index}":1`, "}"),
  },
  {
    name: "reasoning with members",
    toMembers: inside('"reasoning":{"effort":"low",', (index) => `"n${index}":1`, "}"),
  },
  {
    name: "many small objects with distinct members",
    toMembers: beside("x", (index) => `{"n${index}":1}`),
  },
  {
    name: "user_id",
    toMembers: (size) => `${head},"metadata":{"user_id":${longString(size, "u")}}`,
  },
];

const numbers: readonly HostileRequest[] = [
  { name: "1e100 beside many numbers", toMembers: inside('"x":[1e100,', "1", "]") },
  { name: "1e100 in a text beside many numbers", toMembers: inside('"y":"1e100","x":[', "1", "]") },
  { name: "many 1e100", toMembers: beside("x", "1e100") },
  { name: "many 1e400", toMembers: beside("x", "1e400") },
  { name: "1e400 at the end", toMembers: (size) => fill(size, `${head},"x":[`, "1", ",1e400]") },
  { name: "one number of many digits", toMembers: (size) => `${head},"x":${"1".repeat(size)}` },
  { name: "one fraction of many digits", toMembers: (size) => `${head},"x":0.${"1".repeat(size)}` },
  { name: "many numbers of 250 digits", toMembers: beside("x", "1".repeat(250)) },
  { name: "many texts like numbers of 250 digits", toMembers: beside("x", `"${"1".repeat(250)}"`) },
  { name: "many fractions", toMembers: beside("x", "1.25e-3") },
  {
    name: "fractions in the input of a tool",
    toMembers: (size, caller) =>
      `"messages":[${question},${callOf(caller, "c", fill(size, '{"a":[', "1.0", "]}"))},${resultOf(caller, "c")}]`,
  },
  {
    name: "max_tokens of many digits",
    toMembers: (size) => `${head},"max_tokens":${"9".repeat(size)}`,
  },
];

const conversations: readonly HostileRequest[] = [
  { name: "messages of zeros", toMembers: talk("0") },
  { name: "messages without members", toMembers: talk("{}") },
  { name: "messages with an unknown role", toMembers: talk('{"role":"x","content":""}') },
  { name: "empty messages", toMembers: talk('{"role":"user","content":""}') },
  { name: "short messages", toMembers: talk(question) },
  {
    name: "messages of alternating roles",
    toMembers: talk(`${question},{"role":"assistant","content":"hi"}`),
  },
  // As many messages as are allowed: at 1 MB of 70 letters each, and at 32 MB of 3,170.
  ...[70, 3_170].flatMap((letters) =>
    ["assistant", "system"].map((other) => ({
      name: `messages of user and ${other}, of ${letters} letters`,
      toMembers: talk(
        ["user", other]
          .map((role) => `{"role":"${role}","content":"${"a".repeat(letters)}"}`)
          .join(","),
      ),
    })),
  ),
  {
    // At 32 MB, as many values as are allowed.
    name: "texts of 170 letters",
    toMembers: parts(`{"type":"text","text":"${"a".repeat(170)}"}`),
  },
  {
    name: "messages with distinct members",
    toMembers: talk((index) => `{"role":"user","content":"a","n${index}":1}`),
  },
  { name: "messages of an assistant", toMembers: talk('{"role":"assistant","content":"a"}') },
  {
    name: "messages with one block",
    toMembers: talk('{"role":"user","content":[{"type":"text","text":"a"}]}'),
  },
  { name: "late system messages", toMembers: talk(`${question},{"role":"system","content":"s"}`) },
  { name: "system messages", toMembers: talk('{"role":"system","content":"s"}') },
  {
    name: "developer messages",
    callers: chat,
    toMembers: talk(`${question},{"role":"developer","content":"s"}`),
  },
  {
    name: "messages of many speakers",
    callers: chat,
    toMembers: talk((index) => `{"role":"user","name":"n${index}","content":"a"}`),
  },
  {
    name: "system of many blocks",
    callers: messagesOnly,
    toMembers: (size) => fill(size, `${head},"system":[`, '{"type":"text","text":"s"}', "]"),
  },
  { name: "content of zeros", toMembers: parts("0") },
  { name: "content of empty objects", toMembers: parts("{}") },
  { name: "many texts", toMembers: parts('{"type":"text","text":"a"}') },
  { name: "many empty texts", toMembers: parts('{"type":"text","text":""}') },
  { name: "many blocks of an unknown type", toMembers: parts('{"type":"x"}') },
  {
    name: "as many blocks of an unknown type as may be",
    toMembers: asManyParts((letters) => `{"type":"x${letters}"}`),
  },
  {
    name: "as many strings for parts as may be",
    toMembers: asManyParts((letters) => `"${letters}"`),
  },
  {
    name: "more blocks than a message may have",
    toMembers: (size) =>
      fill(size, '"messages":[{"role":"user","content":[', '{"type":"text","text":"a"}', "]}]"),
  },
  {
    name: "texts with cache control",
    toMembers: parts('{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}'),
  },
  {
    name: "texts with citations",
    callers: messagesOnly,
    toMembers: parts('{"type":"text","text":"a","citations":[{"type":"char_location"}]}'),
  },
  {
    name: "search results",
    callers: messagesOnly,
    toMembers: parts(
      '{"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"a"}]}',
    ),
  },
  {
    name: "documents of blocks",
    callers: messagesOnly,
    toMembers: parts(
      '{"type":"document","source":{"type":"content","content":[{"type":"text","text":"a"}]}}',
    ),
  },
  {
    name: "documents by address",
    callers: messagesOnly,
    toMembers: parts('{"type":"document","source":{"type":"url","url":"https://example.test/"}}'),
  },
  { name: "files", callers: chat, toMembers: parts('{"type":"file","file":{"file_id":"f"}}') },
  { name: "many images", toMembers: (size, caller) => parts(imageOf(caller, '"AAAA"'))(size) },
  {
    name: "many images by address",
    toMembers: (size, caller) => parts((index) => imageUrlOf(caller, index))(size),
  },
  {
    name: "one large image",
    toMembers: (size, caller) =>
      `"messages":[{"role":"user","content":[${imageOf(caller, longString(size, "A"))}]}]`,
  },
  {
    name: "one large address of an image",
    toMembers: (size, caller) =>
      `"messages":[{"role":"user","content":[${imageUrlOf(caller, 0).replace("0", "a".repeat(size))}]}]`,
  },
  {
    name: "thinking with foreign signatures",
    callers: messagesOnly,
    toMembers: talk(
      `{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"s"},{"type":"text","text":"a"}]},${question}`,
    ),
  },
  {
    name: "thinking with signatures that look like ours",
    callers: messagesOnly,
    toMembers: talk(
      `{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"${ownSignature}AAAA"},{"type":"text","text":"a"}]},${question}`,
    ),
  },
  {
    name: "thinking that was signed here",
    callers: messagesOnly,
    toMembers: talk(
      `{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"OWN"},{"type":"text","text":"a"}]},${question}`,
    ),
  },
  {
    name: "reasoning_details",
    callers: chat,
    toMembers: (size) =>
      fill(
        size,
        `"messages":[${question},{"role":"assistant","content":"a","reasoning_details":[`,
        '{"type":"reasoning.text","text":"t","signature":"s"}',
        `]},${question}]`,
      ),
  },
  {
    name: "reasoning_details at the end of the content",
    callers: chat,
    toMembers: (size) =>
      fill(
        size,
        `"messages":[${question},{"role":"assistant","content":"a","reasoning_details":[`,
        '{"type":"reasoning.text","text":"t","signature":"s","position":9}',
        `]},${question}]`,
      ),
  },
];

const tools: readonly HostileRequest[] = [
  { name: "tools of zeros", toMembers: beside("tools", "0") },
  { name: "tools, equal", toMembers: (size, caller) => beside("tools", toolOf(caller, "f"))(size) },
  {
    name: "tools, distinct",
    toMembers: (size, caller) => beside("tools", (index) => toolOf(caller, `f${index}`))(size),
  },
  {
    name: "tools whose names begin alike",
    toMembers: (size, caller) =>
      beside("tools", (index) => toolOf(caller, `f${"x".repeat(index % 60)}`))(size),
  },
  {
    name: "tools with illegal names",
    toMembers: (size, caller) => beside("tools", (index) => toolOf(caller, `f.${index}`))(size),
  },
  {
    name: "tools with cache control",
    toMembers: (size, caller) =>
      beside("tools", (index) =>
        toolOf(caller, `f${index}`, undefined, ',"cache_control":{"type":"ephemeral"}'),
      )(size),
  },
  {
    name: "tools of the vendor",
    callers: messagesOnly,
    toMembers: beside("tools", '{"type":"web_search_20250305","name":"web_search"}'),
  },
  {
    name: "one tool with a long name",
    toMembers: (size, caller) => `${head},"tools":[${toolOf(caller, "n".repeat(size))}]`,
  },
  {
    name: "a long tool_choice",
    toMembers: (size, caller) =>
      caller === "messages"
        ? `${head},"tool_choice":{"type":"tool","name":${longString(size, "n")}}`
        : `${head},"tool_choice":${longString(size, "n")}`,
  },
  {
    name: "a schema of many properties",
    toMembers: (size, caller) =>
      `${head},"tools":[${toolOf(
        caller,
        "f",
        fill(
          size,
          '{"type":"object","properties":{',
          (index) => `"p${index}":{"type":"string"}`,
          "}}",
        ),
      )}]`,
  },
  {
    name: "a schema of many references",
    toMembers: (size, caller) =>
      `${head},"tools":[${toolOf(
        caller,
        "f",
        fill(
          size,
          '{"type":"object","$defs":{',
          (index) => `"d${index}":{"$ref":"#/$defs/d${index + 1}"}`,
          "}}",
        ),
      )}]`,
  },
  {
    name: "a schema of many alternatives",
    toMembers: (size, caller) =>
      `${head},"tools":[${toolOf(caller, "f", fill(size, '{"type":"object","anyOf":[', '{"type":"object"}', "]}"))}]`,
  },
  {
    name: "a schema of many required names",
    toMembers: (size, caller) =>
      `${head},"tools":[${toolOf(
        caller,
        "f",
        fill(size, '{"type":"object","required":[', (index) => `"r${index}"`, "]}"),
      )}]`,
  },
  {
    name: "a schema of many values",
    toMembers: (size, caller) =>
      `${head},"tools":[${toolOf(
        caller,
        "f",
        fill(size, '{"type":"object","enum":[', (index) => String(index), "]}"),
      )}]`,
  },
  {
    name: "an output schema of many properties",
    toMembers: (size, caller) => {
      const [before, after] = schemaMember(caller);
      return `${head},${before}${fill(size, '{"type":"object","properties":{', (index) => `"p${index}":{"type":"string"}`, "}}")}${after}`;
    },
  },
  {
    name: "an output schema of many references",
    toMembers: (size, caller) => {
      const [before, after] = schemaMember(caller);
      return `${head},${before}${fill(size, '{"type":"object","$defs":{', (index) => `"d${index}":{"type":"object","properties":{"n":{"$ref":"#/$defs/d${index + 1}"}}}`, '},"$ref":"#/$defs/d0"}')}${after}`;
    },
  },
  {
    name: "an output schema of many alternatives",
    toMembers: (size, caller) => {
      const [before, after] = schemaMember(caller);
      return `${head},${before}${fill(size, '{"anyOf":[', '{"type":"object","properties":{"a":{"type":"string"}}}', "]}")}${after}`;
    },
  },
  { name: "calls with one id in turns", toMembers: exchanges(() => "c") },
  { name: "calls with distinct ids in turns", toMembers: exchanges((index) => `c${index}`) },
  { name: "calls with illegal ids in turns", toMembers: exchanges((index) => `c:${index}`) },
  {
    name: "calls with ids that collide when numbered",
    toMembers: exchanges((index) => (index % 2 === 0 ? "c" : `c_${index}`)),
  },
  {
    name: "calls whose results do not match",
    toMembers: exchanges(
      (index) => `c${index}`,
      (index) => `d${index}`,
    ),
  },
  { name: "calls with one id in one message", toMembers: manyCalls(() => "c") },
  { name: "calls with distinct ids in one message", toMembers: manyCalls((index) => `c${index}`) },
  {
    name: "calls of one message without results",
    toMembers: manyCalls(
      (index) => `c${index}`,
      (index) => `d${index}`,
    ),
  },
  {
    name: "results without calls",
    toMembers: (size, caller) =>
      talk((index) => `${question},${resultOf(caller, `c${index}`)}`)(size),
  },
  {
    name: "results in reverse order",
    toMembers: (size, caller) => {
      const count = Math.max(1, Math.min(9_000, Math.floor(size / 160)));
      const ids = Array.from({ length: count }, (_, index) => `c${index}`);
      const turn = `${toCalls(caller, ids)},${toResults(caller, ids.toReversed())},${question}`;
      return `"messages":[${question},${Array.from({ length: Math.max(1, Math.floor(size / turn.length)) }, () => turn).join(",")}]`;
    },
  },
  {
    name: "a result of many blocks",
    toMembers: (size, caller) =>
      `"messages":[${question},${callOf(caller, "c")},${resultOf(caller, "c", fill(Math.min(size, 270_000), "[", '{"type":"text","text":"a"}', "]"))}]`,
  },
  {
    name: "a call with a large input",
    toMembers: (size, caller) =>
      `"messages":[${question},${callOf(caller, "c", `{"a":${longString(size, "a")}}`)},${resultOf(caller, "c")}]`,
  },
  {
    name: "a call with an input of many members",
    toMembers: (size, caller) =>
      `"messages":[${question},${callOf(
        caller,
        "c",
        fill(size, "{", (index) => `"n${index}":1`, "}"),
      )},${resultOf(caller, "c")}]`,
  },
  {
    name: "a call with an input of white space",
    toMembers: (size, caller) =>
      `"messages":[${question},${callOf(caller, "c", `{${" ".repeat(size)}}`)},${resultOf(caller, "c")}]`,
  },
  {
    name: "a call with an input of a fraction and escapes",
    toMembers: (size, caller) =>
      `"messages":[${question},${callOf(caller, "c", `{"a":1.0,"b":${longString(size, "\\n")}}`)},${resultOf(caller, "c")}]`,
  },
  {
    name: "mcp_servers",
    callers: messagesOnly,
    toMembers: beside("mcp_servers", '{"type":"url","url":"u","name":"n"}'),
  },
  {
    name: "context_management",
    callers: messagesOnly,
    toMembers: inside(
      '"context_management":{"edits":[',
      '{"type":"clear_tool_uses_20250919"}',
      "]}",
    ),
  },
];

/** Texts that begin like secrets, or are escaped, again and again: whoever shows them looks for secrets. */
const likeSecrets: readonly HostileRequest[] = secretPieces.map((piece) => ({
  name: `like secrets: ${piece.trim()}`,
  toMembers: text(JSON.stringify(piece).slice(1, -1)),
}));

const texts: readonly HostileRequest[] = [
  { name: "one letter", toMembers: text("a") },
  { name: "a long model name", toMembers: (size) => `${head},"model":${longString(size, "m")}` },
  {
    name: "a long model name of escapes",
    toMembers: (size) => `${head},"model":${longString(size, "\\u0001")}`,
  },
  {
    name: "a long effort",
    toMembers: (size, caller) =>
      caller === "messages"
        ? `${head},"output_config":{"effort":${longString(size, "e")}}`
        : `${head},"reasoning_effort":${longString(size, "e")}`,
  },
  {
    name: "a long role",
    toMembers: (size) => `"messages":[{"role":${longString(size, "r")},"content":"a"}]`,
  },
  {
    name: "a long type of a block",
    toMembers: (size) =>
      `"messages":[{"role":"user","content":[{"type":${longString(size, "t")}}]}]`,
  },
  { name: "escaped line ends", toMembers: text("\\n") },
  { name: "escaped quotes", toMembers: text('\\"') },
  { name: "escaped backslashes", toMembers: text("\\\\") },
  { name: "escaped letters", toMembers: text("\\u0061") },
  { name: "escaped NUL", toMembers: text("\\u0000") },
  { name: "lone surrogates", toMembers: text("\\ud800") },
  { name: "letters of two bytes", toMembers: text("ä") },
  { name: "letters of three bytes", toMembers: text("漢") },
  { name: "letters of four bytes", toMembers: text("😀") },
  {
    name: "one wide letter in much text",
    toMembers: (size) =>
      `"messages":[{"role":"user","content":${longString(size, "a").replace('"a', '"漢')}}]`,
  },
  { name: "commas and brackets in a text", toMembers: text(",{[") },
  { name: "digits in a text", toMembers: text("1") },
  { name: "exponents in a text", toMembers: text("1e") },
  { name: "white space", toMembers: (size) => `${head}${" ".repeat(size)}` },
  { name: "line ends", toMembers: (size) => `${head}${"\n".repeat(size)}` },
  { name: "white space between values", toMembers: beside("x", " 1 ") },
  { name: "lists 10,000 deep", toMembers: nested("[", "]", () => 10_000) },
  {
    name: "lists as deep as they are long",
    toMembers: nested("[", "]", (size) => Math.floor(size / 2)),
  },
  {
    name: "objects as deep as they are long",
    toMembers: nested('{"a":', "}", (size) => Math.floor(size / 6)),
  },
  { name: "many lists 120 deep", toMembers: beside("x", `${"[".repeat(120)}${"]".repeat(120)}`) },
  {
    name: "many objects 120 deep",
    toMembers: beside("x", `${'{"a":'.repeat(120)}1${"}".repeat(120)}`),
  },
  { name: "chunks of one byte", toMembers: text("a"), chunkBytes: 1 },
  { name: "chunks of 1,000 bytes", toMembers: text("a"), chunkBytes: 1_000 },
  { name: "a quote after the body", toMembers: text("a"), after: '"' },
  {
    name: "a quote after many lines",
    toMembers: (size) => `${head}${"\n".repeat(size)}`,
    after: '"',
  },
];

/** Every shape, in the order of the table. */
export const hostileRequests: readonly HostileRequest[] = [
  ...lists,
  ...names,
  ...numbers,
  ...conversations,
  ...tools,
  ...texts,
  ...hostileExamples,
  ...likeSecrets,
];

/** The body of a shape for a model, as text. */
export function toBody(
  shape: HostileRequest,
  size: number,
  caller: Caller,
  { model, stream }: { readonly model: string; readonly stream: boolean },
): string {
  const first = `"model":"${model}","stream":${stream},"max_tokens":64`;
  return `{${first},${shape.toMembers(size, caller)}}${shape.after ?? ""}`;
}
