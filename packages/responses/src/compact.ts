import type { Format } from "@diglot/core";
import { toObject } from "@diglot/core/formats";
import { toParsedRequest } from "./read-request/body.js";
import type { FormatSettings } from "./settings.js";
import { toItems } from "./state/resolve.js";
import { validateRequest } from "./validate/body.js";
import { toCompactedResponse } from "./write-reply/compacted-response.js";

const trigger = { type: "compaction_trigger" } as const;

/**
 * The endpoint that compacts a conversation: a request like any other whose answer is the compaction alone.
 * It has a name of its own, so that no upstream gets it as a request for a reply.
 */
export function createCompactFormat(format: Format, settings: FormatSettings): Format {
  const { endpoints: _, connect: __, countTokensPath: ___, ...common } = format;
  return {
    ...common,
    name: `${format.name}-compact`,
    path: `${format.path}/compact`,
    clientPaths: [],
    recognises: () => false,
    parseRequest: (body) => {
      const request = validateRequest(withTrigger(body), settings);
      return toParsedRequest({ ...request, stream: false, store: false });
    },
    toResponse: (reply, context) => toCompactedResponse(reply, { ...context, settings }),
  };
}

/** The input may be absent, if there is an earlier reply. Other faults are found in the body as it is. */
function withTrigger(body: unknown): unknown {
  const request = toObject(body);
  const { input, previous_response_id: previous } = request;
  if (typeof input === "string" && input !== "")
    return { ...request, input: [...toItems(input), trigger] };
  if (Array.isArray(input) && (input.length > 0 || previous != null)) {
    return { ...request, input: [...input, trigger] };
  }
  return input == null && previous != null ? { ...request, input: [trigger] } : body;
}
