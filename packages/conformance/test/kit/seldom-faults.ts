import { inStart, replace, type Tamper } from "./spoilt-server.js";

/** A server that is wrong, with the checks that see it. */
export type Fault = readonly [what: string, tamper: Tamper, ids: string];

/** Servers of the Messages format that are wrong in one member of one answer. */
export const seldomFaults: readonly Fault[] = [
  [
    "forgets why it stopped",
    replace(/"stop_reason":"\w+"/g, '"stop_reason":null'),
    "M001 M002 M011 M030a M063 M064 M065 M087 M088a",
  ],
  [
    "explains why it stopped where nothing is to be explained",
    replace('"stop_details":null', '"stop_details":{}'),
    "M061a",
  ],
  [
    "names a stop sequence where none has stopped it",
    replace('"stop_sequence":null', '"stop_sequence":"x"'),
    "M063",
  ],
  [
    "forgets which stop sequence has stopped it",
    replace('"stop_sequence":"blue"', '"stop_sequence":null'),
    "M062",
  ],
  [
    "gives texts as lists",
    replace(/("type":"text","text":)"[^"]+"/g, "$1[]"),
    "M061a M062 M069 M071a M080",
  ],
  [
    "gives each text twice",
    replace(/"content":\[(\{"type":"text"[^\]]*\})\]/g, '"content":[$1,$1]'),
    "M065 M069 M080 M094",
  ],
  [
    "adds a member to what has a schema",
    replace('{\\"city\\"', '{\\"more\\":1,\\"city\\"'),
    "M069",
  ],
  [
    "gives a number where the schema has a text",
    replace(/\{\\"city\\":\\"[^"\\]*\\"\}/g, '{\\"city\\":5}'),
    "M069",
  ],
  ["calls tools by a name of its own", replace('"name":"get_weather"', '"name":"w"'), "M064"],
  ["streams inputs that do not join", replace(/("partial_json":")([^"])/g, "$1[$2"), "M081"],
  [
    "streams thinking in numbers",
    replace(/("type":"thinking_delta","thinking":)"[^"]*"/g, "$11"),
    "M082",
  ],
  [
    "begins streams without counts of input",
    inStart(/"input_tokens":\d+/, '"input":0'),
    "M079 M088b",
  ],
  ["counts output where there is none", replace('"output_tokens":0', '"output_tokens":1'), "M030a"],
  [
    "counts input below zero",
    replace(/"input_tokens":/g, '"input_tokens":-'),
    "M030a M061b M072a M072b M079 M088b",
  ],
  [
    "counts output below zero",
    replace(/"output_tokens":/g, '"output_tokens":-'),
    "M061b M079 M080 M088b M094",
  ],
  ["lists one model without an id", replace(/"(id|last_id)":"eliza"/g, '"$1":""'), "M074a M074b"],
];
