import type { OfferedServerTool, ServerToolFormat } from "../../../conversation/server-tools.js";
import { isObject, type JsonObject, toObject } from "../../../json/value.js";

/** The member with which callers ask for a search. */
const member = "web_search_options";

/**
 * How callers of this format ask for a search of the web: not by a tool, but by a member of the body. They
 * see nothing of the search but its citations.
 */
export const serverTools: ServerToolFormat = {
  areOffered: (body) => isObject(body[member]),
  readTool: () => [],
  readExtensions({ [member]: options, ...extensions }) {
    return { offered: isObject(options) ? [readOptions(options)] : [], extensions };
  },
  toCallId: (random) => random,
  toCallBlocks: () => [],
  toResultBlocks: () => [],
  toCitation: (web) => ({ type: "citation", format: "web", value: {}, web }),
};

function readOptions({ user_location: location }: JsonObject): OfferedServerTool {
  const { approximate } = toObject(location);
  return { kind: "web_search", ...(isObject(approximate) && { userLocation: approximate }) };
}
