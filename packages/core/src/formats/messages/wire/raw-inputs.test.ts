import { describe, expect, it } from "vitest";
import { BodyText } from "../../../json/changeable.js";
import { runAtOnce } from "../../../runtime/steps.js";
import type { MessageParam } from "../schemas/whole.js";
import { findRawInputs, findRawReplyInputs } from "./raw-inputs.js";

const call = (input: string) => `{"type":"tool_use","id":"i","name":"n","input":${input}}`;

/** The raw inputs of the calls in a body of such messages, in order. */
function rawInputsOf(...contents: readonly string[]) {
  const list = contents.map((content) => `{"content":${content},"role":"assistant"}`);
  const text = `{"model":"m","messages": [${list.join(" , ")}],"top_k":1.0}`;
  const { messages } = JSON.parse(text) as { messages: readonly MessageParam[] };
  const body = new BodyText(new TextEncoder().encode(text));
  return [...runAtOnce(findRawInputs(messages, body)).values()];
}

describe("the raw inputs of calls", () => {
  it("are those that would change if they were parsed and written again", () => {
    const contents = [
      `["a",${call('{"x": 1.0}')},${call('{"x":1}')}]`,
      '"1.0"',
      `[${call("2e2")}]`,
    ];
    expect(rawInputsOf(...contents)).toEqual(['{"x":1.0}', "2e2"]);
  });

  it("are found by their place, whatever else the messages hold", () => {
    const text = '{"type":"text","input":1.0,"text":"{\\"input\\":2.0}"}';
    expect(rawInputsOf("null", `[${text},${call("-0")}]`)).toEqual(["-0"]);
  });

  it("of a reply that repeats its content are those of the last one, which the parser keeps", () => {
    const text = `{"content":[${call("1.0")},${call("3.0")}],"content":[${call("2.50")},${call("4")}]}`;
    const reply = JSON.parse(text) as MessageParam;
    expect([...findRawReplyInputs(reply, new TextEncoder().encode(text)).values()]).toEqual([
      "2.50",
    ]);
  });
});
