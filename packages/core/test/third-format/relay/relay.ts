import type {
  JsonObject,
  RelayEdits,
  RelayedBody,
  RelayObserver,
  ServiceError,
} from "../../../src/index.js";
import { badReply, readUsage, toError } from "../read-reply/reader.js";
import { isObject, parseObject } from "../wire/types.js";

/** The caller's body with the upstream's name for the model. */
export function editRelayedRequest(
  _bytes: Uint8Array,
  body: JsonObject,
  { model }: RelayEdits,
): RelayedBody {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...body, model }));
  return { bytes, addedUsage: false };
}

/** Reads along while lines go by. */
export function createRelayObserver(): RelayObserver {
  const seen = {
    events: 0,
    blocks: 0,
    begun: false,
    done: false,
    outputBytes: 0,
    reasoningBytes: 0,
  };
  let error: ServiceError | undefined;
  let reported = readUsage(undefined);
  return {
    push(frame) {
      const line = parseObject(frame);
      if (!line) throw badReply("A line is not a JSON object.");
      if (line.error !== undefined) {
        error = toError(line.error, seen.begun);
        return "last";
      }
      const {
        content = "",
        thinking = "",
        tool_calls,
      } = isObject(line.message) ? line.message : {};
      seen.events += 1;
      seen.begun ||= content !== "" || thinking !== "" || tool_calls !== undefined;
      if (Array.isArray(tool_calls)) seen.blocks += tool_calls.length;
      seen.outputBytes += `${content}${thinking}`.length;
      seen.reasoningBytes += `${thinking}`.length;
      if (line.done !== true) return "pass";
      seen.done = true;
      reported = readUsage(line);
      return "last";
    },
    get events() {
      return seen.events;
    },
    seen,
    get begun() {
      return seen.begun;
    },
    awaitsEnd: false,
    end() {
      if (!seen.done) throw badReply("The stream broke off.");
      return "";
    },
    reportedUsage: () => reported,
    get error() {
      return error;
    },
    outputBytes: () => seen.outputBytes,
    reasoningBytes: () => seen.reasoningBytes,
  };
}
