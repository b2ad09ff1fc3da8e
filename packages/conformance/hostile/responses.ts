import { fill, longString } from "./text.ts";

/** A body in Responses that costs far more than it is worth, as a function of its size. */
export interface HostileResponsesRequest {
  readonly name: string;
  /** The members after `model` and `stream`, as JSON text without braces, about `size` characters long. */
  toMembers(size: number): string;
}

type Piece = string | ((index: number) => string);

const question = '{"role":"user","content":"hi"}';
const tool = (name: string) => `{"type":"function","name":"${name}","parameters":{}}`;
const call = (id: string) =>
  `{"type":"function_call","call_id":"${id}","name":"f","arguments":"{}"}`;
const output = (id: string) => `{"type":"function_call_output","call_id":"${id}","output":"ok"}`;

/** An input of such items. */
const input = (name: string, piece: Piece): HostileResponsesRequest => ({
  name,
  toMembers: (size) => fill(size, '"input":[', piece, "]"),
});

/** A list or an object beside an ordinary input. */
const beside = (
  name: string,
  before: string,
  piece: Piece,
  after: string,
): HostileResponsesRequest => ({
  name,
  toMembers: (size) => fill(size, `"input":[${question}],${before}`, piece, after),
});

/** Bodies of the corpus in this format. */
export const hostileResponsesRequests: readonly HostileResponsesRequest[] = [
  input("short messages", question),
  input("messages without content", '{"role":"user"}'),
  input("items of no type that exists", '{"type":"x"}'),
  input("instructions between messages", '{"role":"developer","content":"x"}'),
  input("calls without outputs", (index) => call(`call_${index}`)),
  input("outputs without calls", (index) => output(`call_${index}`)),
  input("calls and outputs in turns", (index) => `${call(`c${index}`)},${output(`c${index}`)}`),
  input("calls with one id", `${call("c")},${output("c")}`),
  input("empty reasoning", '{"type":"reasoning","summary":[]}'),
  input("seals that are broken", '{"type":"reasoning","summary":[],"encrypted_content":"dgl1_x"}'),
  input("references to nothing", (index) => `{"type":"item_reference","id":"msg_${index}"}`),
  input("records of searches", '{"type":"web_search_call","id":"ws_1","status":"completed"}'),
  input(
    "items that declare tools",
    (index) => `{"type":"additional_tools","tools":[${tool(`f${index}`)}]}`,
  ),
  input("changes of settings", '{"type":"configuration_update","reasoning":{"effort":"low"}}'),
  input("triggers of compactions", '{"type":"compaction_trigger"}'),
  {
    name: "parts of one message",
    toMembers: (size) =>
      fill(size, '"input":[{"role":"user","content":[', '{"type":"input_text","text":"x"}', "]}]"),
  },
  {
    name: "parts of one summary",
    toMembers: (size) =>
      fill(
        size,
        `"input":[${question},{"type":"reasoning","summary":[`,
        '{"type":"summary_text","text":"x"}',
        "]}]",
      ),
  },
  { name: "one letter", toMembers: (size) => `"input":${longString(size, "a")}` },
  { name: "one quote", toMembers: (size) => `"input":${longString(size, '\\"')}` },
  beside("tools", '"tools":[', (index) => tool(`f${index}`), "]"),
  beside("tools of one name", '"tools":[', tool("f"), "]"),
  beside(
    "namespaces of one name",
    '"tools":[',
    `{"type":"namespace","name":"n","description":"d","tools":[${tool("f")}]}`,
    "]",
  ),
  beside(
    "names that join to one",
    '"tools":[',
    (index) => `{"type":"namespace","name":"n${"_".repeat(index % 7)}","tools":[${tool("f")}]}`,
    "]",
  ),
  beside(
    "allowed tools",
    `"tools":[${tool("f")}],"tool_choice":{"type":"allowed_tools","mode":"auto","tools":[`,
    '{"type":"function","name":"f"}',
    "]}",
  ),
  beside("what is included", '"include":[', '"reasoning.encrypted_content"', "]"),
  beside("metadata", '"metadata":{', (index) => `"k${index}":"v"`, "}"),
  beside("unknown members", "", (index) => `"unknown_${index}":1`, ""),
  beside(
    "nested schemas",
    '"text":{"format":{"type":"json_schema","name":"n","schema":{"properties":{',
    (index) => `"p${index}":{"type":"string"}`,
    "}}}}",
  ),
  beside("numbers", '"tools":[{"type":"function","name":"f","parameters":{"enum":[', "1.0", "]}}]"),
];
