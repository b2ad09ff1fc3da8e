import type { Outcome } from "../outcome.js";
import type { SmallReply } from "../wire/small-reply.js";
import type { SmallRequest, SmallTool } from "../wire/small-request.js";
import {
  type Finding,
  judgeOne,
  judgeReply,
  no,
  type Probe,
  quote,
  unclear,
  yes,
} from "./probe.js";

const weather: SmallTool = {
  name: "get_weather",
  description: "Returns the weather in a city.",
  parameter: "city",
};
const time: SmallTool = {
  name: "get_time",
  description: "Returns the time in a city.",
  parameter: "city",
};

const oneCity: SmallRequest = { prompt: "What is the weather in Oslo?", tools: [weather] };
const twoCities: SmallRequest = {
  prompt: "What is the weather in Oslo, and what is it in Rome? Ask for both at once.",
  tools: [weather],
};

const auto: Probe = {
  id: "tools",
  title: "Tool calls",
  requests: [oneCity],
  judge: judgeReply(judgeFreeCall),
};

const inStreams: Probe = {
  id: "stream_tools",
  title: "Tool calls in streams",
  requests: [{ ...oneCity, stream: true }],
  judge: judgeReply((reply) => (reply.stream ? judgeFreeCall(reply) : unclear("no stream came"))),
};

const any: Probe = {
  id: "tool_choice_any",
  title: "Forced tool call",
  requests: [{ prompt: "Say hello.", tools: [weather], toolChoice: "any" }],
  judge: judgeReply((reply) => judgeCall(reply, weather.name)),
};

const named: Probe = {
  id: "tool_choice_tool",
  title: "Forced call of one tool",
  requests: [{ ...oneCity, tools: [weather, time], toolChoice: { name: time.name } }],
  judge: judgeReply((reply) => judgeCall(reply, time.name)),
};

const none: Probe = {
  id: "tool_choice_none",
  title: "Forbidden tool call",
  requests: [oneCity, { ...oneCity, toolChoice: "none" }],
  judge: ([allowed, forbidden]) =>
    judgeOne(forbidden, ({ calls }) => {
      if (calls.length > 0) return no(`called ${calls[0]?.name} all the same`);
      return callsOf(allowed).length > 0
        ? yes("no call came")
        : unclear("no call came, but neither without the prohibition");
    }),
};

const parallel: Probe = {
  id: "parallel_calls",
  title: "Parallel calls",
  requests: [twoCities],
  judge: judgeReply(({ calls }) => {
    if (calls.length > 1) return yes(`${calls.length} calls in one reply`);
    return calls.length === 1 ? no("one call came") : unclear("no call came");
  }),
};

const single: Probe = {
  id: "single_call",
  title: "Parallel calls forbidden",
  requests: [twoCities, { ...twoCities, singleCall: true }],
  judge: ([free, limited]) =>
    judgeOne(limited, ({ calls }) => {
      if (calls.length > 1) return no(`${calls.length} calls came all the same`);
      if (callsOf(free).length > 1 && calls.length === 1) return yes("one call came");
      return unclear("no more than one call comes anyway");
    }),
};

/** An unlikely temperature, which the question does not name. */
const temperature = "-31";

const results: Probe = {
  id: "tool_results",
  title: "Tool results",
  requests: [
    {
      ...oneCity,
      pastCall: { tool: weather, argument: "Oslo", result: `${temperature} degrees` },
    },
  ],
  judge: judgeReply((reply) =>
    reply.text.includes(temperature.slice(1))
      ? yes(`read the result: ${quote(reply)}`)
      : unclear(`accepted, but said ${quote(reply)}`),
  ),
};

/** A model that is free to call may also answer, which says nothing about the server. */
function judgeFreeCall(reply: SmallReply): Finding {
  return reply.calls.length === 0
    ? unclear(`no call came, but ${quote(reply)}`)
    : judgeCall(reply, weather.name);
}

function judgeCall(reply: SmallReply, name: string): Finding {
  const [call] = reply.calls;
  if (!call) return no(`no call came, but ${quote(reply)}`);
  if (call.name !== name) return no(`called ${call.name} instead of ${name}`);
  return typeof call.arguments === "object" && call.arguments !== null
    ? yes(`called ${name}(${JSON.stringify(call.arguments)})`)
    : no("the arguments of the call are not a JSON object");
}

function callsOf(outcome: Outcome | undefined): SmallReply["calls"] {
  return outcome?.kind === "replied" ? outcome.reply.calls : [];
}

/** What it does with tools. */
export const tools: readonly Probe[] = [
  auto,
  inStreams,
  any,
  named,
  none,
  parallel,
  single,
  results,
];
