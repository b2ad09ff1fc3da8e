import { type Choice, createDiglot, type Json, type Server } from "./server.js";
import { answering, ignoring, inBody, inMessage } from "./spoil.js";

/** A check, a server that can do what Diglot's own models cannot, and such servers with a defect. */
export interface Capable {
  readonly id: string;
  readonly whole: () => Server;
  readonly broken: readonly (() => Server)[];
}

/** Servers for the checks that Diglot's own models skip. */
export const capableServers: readonly Capable[] = [
  {
    id: "C015c",
    whole: () => oneLimit("max_tokens"),
    broken: [() => oneLimit("max_completion_tokens")],
  },
  {
    id: "C022",
    whole: () => logProbabilities(2, -0.5),
    broken: [
      () => logProbabilities(1, -0.5),
      () => logProbabilities(2, 0.5),
      () => logProbabilities(2, -0.5, "?"),
      () => logProbabilities(2, -0.5, "", 5),
      () => ignoring("logprobs", "top_logprobs"),
    ],
  },
  {
    id: "C037",
    whole: () => customCalls({ name: "note", input: "hello" }),
    broken: [() => customCalls({ name: "note" }), () => functionCalls()],
  },
  {
    id: "C117",
    whole: () => preflight("GET, POST"),
    broken: [
      () => preflight("GET"),
      () => preflight("POST", 500),
      () => preflight("POST", 204, "authorization"),
      () => preflight("POST", 204, "content-type"),
    ],
  },
];

/** Of the two names of the token limit, this one gives way. */
function oneLimit(ignored: "max_tokens" | "max_completion_tokens"): Server {
  return inBody((body) => {
    const isTwice = body.max_tokens !== undefined && body.max_completion_tokens !== undefined;
    return isTwice ? { ...body, [ignored]: undefined } : body;
  });
}

function logProbabilities(
  alternatives: number,
  logprob: number,
  more = "",
  alternative: unknown = "a",
): Server {
  const other = { token: alternative, logprob, bytes: null };
  const add = (message: { content?: unknown }, choice: Choice) => {
    const tokens = `${message.content}${more}`.split(/(?= )/);
    const top_logprobs = Array.from({ length: alternatives }, () => other);
    const content = tokens.map((token) => ({ token, logprob, bytes: null, top_logprobs }));
    Object.assign(choice, { logprobs: { content, refusal: null } });
  };
  return inMessage(add, ignoring("logprobs", "top_logprobs"));
}

function customCalls(custom: Json): Server {
  return makingCall({ id: "call_1", type: "custom", custom });
}

function functionCalls(): Server {
  const own = { name: "note", arguments: "{}" };
  return makingCall({ id: "call_1", type: "function", function: own });
}

function makingCall(call: Json): Server {
  const add = (message: object) =>
    void Object.assign(message, { content: null, tool_calls: [call] });
  return inMessage(add, ignoring("tools", "tool_choice"));
}

function preflight(methods: string, status = 204, allowed = "authorization,content-type"): Server {
  const headers = new Headers({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": methods,
    "access-control-allow-headers": allowed,
  });
  return answering(
    (sent, { method }) => (method === "OPTIONS" ? { status, headers, text: "" } : sent),
    createDiglot(),
  );
}
