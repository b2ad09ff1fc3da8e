import { byteLength } from "../../../conversation/usage/estimate.js";
import { badReply } from "../../../errors/bad-reply.js";
import { toObject } from "../../../json/value.js";

/** The bytes of the content of a complete message; see `UpstreamFormat.countOutput`. */
export function countOutput(body: unknown): number {
  const { content } = toObject(body);
  const said = (Array.isArray(content) ? content : []).flatMap((block: unknown) => {
    const { text, thinking, name, input } = toObject(block);
    return [text, thinking, name, input && toJson(input)];
  });
  return byteLength(said.filter((each) => typeof each === "string").join(""));
}

function toJson(input: unknown): string {
  try {
    return JSON.stringify(input);
  } catch {
    throw badReply("The input of a call is too deep.");
  }
}
