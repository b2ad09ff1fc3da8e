// The limits of size and number. Each function resolves with whether what is at the limit is accepted
// and what is one above it is refused.
import { createMemoryLimits, createService, defineModel } from "@diglot/core";
import { requestOf } from "./times.mjs";

const echo = defineModel("m", async function* () {
  yield "a";
});

/** Whether a service with these options accepts the first body and refuses the second. */
async function separates(options, accepted, refused) {
  const service = createService({ models: [echo], allowAnonymous: true, ...options });
  const statusOf = async (body) => {
    const response = await service.request("/v1/messages", { ...requestOf(), body });
    await response.text();
    return response.status;
  };
  return (await statusOf(accepted)) === 200 && [400, 413].includes(await statusOf(refused));
}

const bodyOf = (members) => requestOf(members).body;
const turns = (count) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ role: index % 2 === 0 ? "user" : "assistant", content: "hi" },
  }));
const blocks = (count) => [
  { role: "user", content: Array.from({ length: count }, () => ({ type: "text", text: "hi" })) },
];
const tools = (count) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ name: `t${index}`, input_schema: { type: "object" } },
  }));
/** A body that is nested so many levels deep; the innermost object of the tool's schema is the fifth. */
function nested(depth) {
  let schema = {};
  for (let level = 5; level < depth; level++) schema = { a: schema };
  return bodyOf({ tools: [{ name: "t", input_schema: { type: "object", x: schema } }] });
}

/** Whether exactly as many requests run at once as are allowed. */
async function countsRequests() {
  let release = () => undefined;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  const model = defineModel("m", async function* () {
    await released;
    yield "a";
  });
  const limits = createMemoryLimits({ concurrentRequests: 5, concurrentRequestsPerKey: 5 });
  const service = createService({ models: [model], allowAnonymous: true, limits });
  const running = Array.from({ length: 5 }, () => service.request("/v1/messages", requestOf()));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const above = await service.request("/v1/messages", requestOf());
  release();
  const statuses = (await Promise.all(running)).map(({ status }) => status);
  return above.status >= 429 && statuses.every((status) => status === 200);
}

const exact = bodyOf();

/** Each limit of size or number by its name. */
export const sizes = {
  "sizeLimits.bodyBytes": () =>
    separates({ sizeLimits: { bodyBytes: exact.length } }, exact, `${exact} `),
  "sizeLimits.jsonDepth": () =>
    separates({ sizeLimits: { jsonDepth: 20 } }, nested(20), nested(21)),
  "sizeLimits.messages": () =>
    separates(
      { sizeLimits: { messages: 5 } },
      bodyOf({ messages: turns(5) }),
      bodyOf({ messages: turns(6) }),
    ),
  "sizeLimits.blocks": () =>
    separates(
      { sizeLimits: { blocks: 5 } },
      bodyOf({ messages: blocks(5) }),
      bodyOf({ messages: blocks(6) }),
    ),
  "sizeLimits.tools": () =>
    separates(
      { sizeLimits: { tools: 5 } },
      bodyOf({ tools: tools(5) }),
      bodyOf({ tools: tools(6) }),
    ),
  "requests at once": countsRequests,
};
