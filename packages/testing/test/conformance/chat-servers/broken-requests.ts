import type { BrokenServer } from "./broken-server.js";
import type { Body, Message } from "./server.js";
import { bodyOf, ignoring, inBody, refusing, takingAll } from "./spoil.js";

const someText = (content: unknown) => (Array.isArray(content) ? content[0].text : content);
const messagesOf = (body: Body, change: (message: Message) => unknown) => ({
  ...body,
  messages: body.messages?.flatMap(change),
});
const sayings = (change: (content: unknown) => unknown) =>
  inBody((body) => messagesOf(body, (one) => ({ ...one, content: change(one.content) })));

/** Servers that read a request wrongly, or not at all. */
export const brokenRequests: readonly BrokenServer[] = [
  [
    "answers anything as if it were the smallest request",
    "C009b C012b C017c C023 C026 C028 C041 C042 C044 C045 C046 C047 C073 C074 C079 C080 C081 C082 C083 C084 C085 C086 C087 C088a C088b C089 C090 C091a C091b C091c C092 C093 C094 C104a C104b C105a C105c C108a C108b C108c C109 C119a C119b",
    takingAll,
  ],
  [
    "refuses members that are null",
    "C002a C002b",
    () => refusing((asked) => Object.values(bodyOf(asked) ?? {}).includes(null), 400),
  ],
  [
    "reads parts as if they were text",
    "C003",
    () => sayings((content) => (typeof content === "string" ? content : JSON.stringify(content))),
  ],
  ["reads the first part only", "C004 C010 C012a C013", () => sayings(someText)],
  [
    "drops the messages of developers",
    "C006",
    () => inBody((body) => messagesOf(body, (one) => (one.role === "developer" ? [] : [one]))),
  ],
  [
    "takes single messages only",
    "C005 C007 C014 C040 C043 C048 C050a",
    () => refusing((asked) => (bodyOf(asked)?.messages?.length ?? 0) > 1, 400),
  ],
  ["refuses names", "C009a", () => refusing(({ text }) => /"name"/.test(text ?? ""), 400)],
  [
    "fails on a reply that was begun",
    "C008",
    () => refusing((asked) => bodyOf(asked)?.messages?.at(-1)?.role === "assistant", 500),
  ],
  [
    "fails on lone surrogates",
    "C030b",
    () => refusing(({ text }) => /\\ud83d/.test(text ?? ""), 500),
  ],
  [
    "does not know the detail original",
    "C011",
    () => refusing(({ text }) => /original/.test(text ?? ""), 400),
  ],
  [
    "ignores limits",
    "C015a C015b C016 C061",
    () => ignoring("max_tokens", "max_completion_tokens"),
  ],
  ["ignores stop strings", "C017a C017b", () => ignoring("stop")],
  [
    "takes any JSON for what fits a schema",
    "C025a C025b",
    () =>
      inBody(({ response_format: format, ...body }) =>
        format ? { ...body, response_format: { type: "json_object" } } : body,
      ),
  ],
  ["ignores tool_choice", "C035a C035b C036", () => ignoring("tool_choice")],
  ["ignores parallel_tool_calls", "C034", () => ignoring("parallel_tool_calls")],
  [
    "answers legacy functions with calls of tools",
    "C049",
    () =>
      inBody(({ functions, function_call, ...body }) =>
        Array.isArray(functions)
          ? { ...body, tools: functions.map((one) => ({ type: "function", function: one })) }
          : body,
      ),
  ],
  [
    "takes the scheme Bearer in one spelling only",
    "C095",
    () => refusing(({ headers }) => /^bearer/.test(headers.get("authorization") ?? ""), 401),
  ],
  ["fails on x-api-key", "C096", () => refusing(({ headers }) => headers.has("x-api-key"), 500)],
  [
    "forbids HTTP Basic",
    "C118",
    () => refusing(({ headers }) => /^Basic/.test(headers.get("authorization") ?? ""), 403),
  ],
  [
    "finds ids with a slash in one spelling only",
    "C109",
    () => refusing(({ path }) => path === "/v1/models/house/echo", 404),
  ],
];
