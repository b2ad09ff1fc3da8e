import { byteLength } from "../../../conversation/estimate.js";
import { toObject } from "../../../json/value.js";

/** The bytes of the content of a complete message; see `UpstreamFormat.countOutput`. */
export function countOutput(body: unknown): number {
  const { content } = toObject(body);
  const said = (Array.isArray(content) ? content : []).flatMap((block: unknown) => {
    const { text, thinking, name, input } = toObject(block);
    return [text, thinking, name, input && JSON.stringify(input)];
  });
  return byteLength(said.join(""));
}
