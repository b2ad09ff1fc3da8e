import type { ParsedRequest } from "../formats/format.js";
import { toObject } from "../json/value.js";
import type { RequestFacts } from "./request-facts.js";

/** What a request asks for. */
export type Asked = Partial<Pick<ParsedRequest, "endUser" | "model" | "stream">>;

/** Names that callers choose may be as long as a body. */
const longestName = 255;

/** What a body asks for that has not been validated: the members that formats write alike. */
export function readAsked(body: unknown): Asked {
  const { model, stream } = toObject(body);
  return {
    ...(typeof model === "string" && { model }),
    ...(typeof stream === "boolean" && { stream }),
  };
}

/** The facts of what is asked for. */
export function toBounded({ endUser, model, stream }: Asked): Partial<RequestFacts> {
  return {
    ...(endUser !== undefined && { endUser: endUser.slice(0, longestName) }),
    ...(model !== undefined && { requestedModel: model.slice(0, longestName) }),
    ...(stream !== undefined && { stream }),
  };
}
