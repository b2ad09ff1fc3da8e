import { inEvents, inJson, inMethod, inRequest, type Json } from "./spoil.js";

/** A server that differs from Diglot in one thing, and the checks that must fail for it. */
interface BrokenServer {
  readonly what: string;
  readonly found: readonly string[];
  readonly spoil: (server: typeof fetch) => typeof fetch;
}

const calls = (events: readonly Json[]) =>
  events.filter(({ type }) => type === "response.function_call_arguments.delta");

const each = (type: string, change: (event: Json) => void) =>
  inEvents((events) => {
    for (const event of events) if (event.type === type) change(event);
    return events;
  });

const without = (isLost: (event: Json) => boolean) =>
  inEvents((events) =>
    events
      .filter((event) => !isLost(event))
      .map((event, index) => ({ ...event, sequence_number: index })),
  );

const inItems = (change: (item: Json) => void) =>
  inJson(({ output = [] }) => {
    for (const item of output) change(item);
  });

const byText = (one: Json, other: Json) =>
  JSON.stringify(one.content) < JSON.stringify(other.content) ? -1 : 1;

/** Servers that differ from Diglot in one thing; many of them are bugs that servers have had. */
export const brokenServers: readonly BrokenServer[] = [
  {
    what: "sends an event before response.created",
    found: ["R072"],
    spoil: inEvents((events) => {
      const [created, ...others] = events;
      return [{ type: "response.in_progress", response: created?.response }, ...others];
    }),
  },
  {
    what: "adds no items",
    found: ["R076", "R081"],
    spoil: without(({ type }) => type === "response.output_item.added"),
  },
  {
    what: "adds no parts",
    found: ["R077"],
    spoil: without(({ type }) => type === "response.content_part.added"),
  },
  {
    what: "sends arguments only at their end",
    found: ["R079"],
    spoil: inEvents((events) => {
      const lost = new Set(calls(events));
      return events.filter((event) => !lost.has(event));
    }),
  },
  {
    what: "loses a piece of a text",
    found: ["R078"],
    spoil: each("response.output_text.delta", (event) => {
      event.delta = "";
    }),
  },
  {
    what: "has one sequence number for all events",
    found: ["R074"],
    spoil: inEvents((events) => events.map((event) => ({ ...event, sequence_number: 0 }))),
  },
  {
    what: "numbers all items alike",
    found: ["R080"],
    spoil: each("response.output_item.added", (event) => {
      event.output_index = 1;
    }),
  },
  {
    what: "gives items another id at their end",
    found: ["R081"],
    spoil: each("response.output_item.done", ({ item }) => {
      item.id += "0";
    }),
  },
  {
    what: "ends with an empty output",
    found: ["R081"],
    spoil: each("response.completed", ({ response }) => {
      response.output = [];
    }),
  },
  {
    what: "ends its streams without a terminal event",
    found: ["R073", "R114d"],
    spoil: without(({ type }) => type === "response.completed"),
  },
  {
    what: "leaves out members of the last response",
    found: ["R082", "R114d"],
    spoil: each("response.completed", ({ response }) => {
      delete response.metadata;
    }),
  },
  {
    what: "sends events of its own",
    found: ["R084"],
    spoil: inEvents((events) => [
      ...events.slice(0, 2),
      { type: "response.thought" },
      ...events.slice(2),
    ]),
  },
  {
    what: "leaves out members that are null",
    found: ["R061", "R114a"],
    spoil: inJson((body) => {
      if (body.object === "response") delete body.previous_response_id;
    }),
  },
  {
    what: "echoes tools without strict",
    found: ["R062"],
    spoil: inJson(({ tools = [] }) => {
      for (const tool of tools) delete tool.strict;
    }),
  },
  {
    what: "has texts without annotations",
    found: ["R063"],
    spoil: inItems(({ content = [] }) => {
      for (const part of content) delete part.annotations;
    }),
  },
  {
    what: "has ids without a prefix",
    found: ["R064a", "R064b"],
    spoil: inItems((item) => {
      item.id = "1";
    }),
  },
  {
    what: "says that a cut response is completed",
    found: ["R065"],
    spoil: inJson((body) => {
      if (body.status === "incomplete") body.incomplete_details = { reason: "length" };
    }),
  },
  {
    what: "counts tokens wrongly",
    found: ["R067"],
    spoil: inJson(({ usage }) => {
      if (usage) usage.total_tokens += 1;
    }),
  },
  {
    what: "does not say when a response was completed",
    found: ["R068"],
    spoil: inJson((body) => {
      if (body.completed_at) body.completed_at = null;
    }),
  },
  {
    what: "ignores an earlier response that is not there",
    found: ["R091", "R092", "R096"],
    spoil: inRequest((body) => {
      delete body.previous_response_id;
    }),
  },
  {
    what: "has stored something else than it has said",
    found: ["R094"],
    spoil: inJson((body) => {
      if (body.object === "response") body.output = [];
    }),
  },
  {
    what: "does not delete what it says it has deleted",
    found: ["R099"],
    spoil: inMethod((method) => (method === "DELETE" ? "GET" : method)),
  },
  {
    what: "lists its input in one order only",
    found: ["R100"],
    spoil: inJson((body) => {
      if (body.object === "list") body.data.sort(byText);
    }),
  },
  {
    what: "never says that there are more items",
    found: ["R100"],
    spoil: inJson((body) => {
      if (body.object === "list") body.has_more = false;
    }),
  },
  {
    what: "generates when it is to count tokens",
    found: ["R102a"],
    spoil: inJson((body) => {
      if (body.object === "response.input_tokens") body.output_tokens = 5;
    }),
  },
  {
    what: "counts all inputs alike",
    found: ["R102b"],
    spoil: inJson((body) => {
      if (body.object === "response.input_tokens") body.input_tokens = 5;
    }),
  },
  {
    what: "compacts into two items",
    found: ["R103a"],
    spoil: inJson((body) => {
      if (body.object === "response.compaction") body.output.push(body.output[0]);
    }),
  },
  {
    what: "compacts into what it does not read",
    found: ["R103b", "R115a"],
    spoil: inItems((item) => {
      if (item.type === "compaction") item.encrypted_content = "lost";
    }),
  },
  {
    what: "compacts without a model",
    found: ["R104", "R115b"],
    spoil: inRequest((body) => {
      body.model ??= "echo";
    }),
  },
  {
    what: "ignores the choice of a tool",
    found: ["R051a", "R051b"],
    spoil: inRequest((body) => {
      if (body.tool_choice) body.tool_choice = body.tool_choice === "none" ? "auto" : "none";
    }),
  },
  {
    what: "makes all functions of custom tools",
    found: ["R053"],
    spoil: inItems((item) => {
      if (item.type === "custom_tool_call") item.type = "function_call";
    }),
  },
  {
    what: "forgets namespaces",
    found: ["R054", "R055"],
    spoil: inItems((item) => {
      delete item.namespace;
    }),
  },
  {
    what: "refuses without a code",
    found: ["R013", "R017", "R025"],
    spoil: inJson(({ error }) => {
      if (error) error.code = null;
    }),
  },
  {
    what: "refuses without a param",
    found: ["R020", "R022", "R027"],
    spoil: inJson(({ error }) => {
      if (error) error.param = null;
    }),
  },
  {
    what: "accepts lost outputs of calls",
    found: ["R038"],
    spoil: inRequest((body) => {
      if (!Array.isArray(body.input)) return;
      const made = body.input.filter((item) => item.type === "function_call");
      if (made.length === 0) {
        body.input = body.input.filter((item) => item.type !== "function_call_output");
      }
    }),
  },
];
