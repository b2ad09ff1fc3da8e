import type { Refusal } from "../rule.js";
import { badRequest, empty, from, groupOf, missing, unknown, wrongType } from "./make.js";
import { body, messages, smallest, user } from "./samples.js";

const notParsed = badRequest(
  /^We could not parse the JSON body of your request\. \(HINT: [\s\S]+\)$/,
);

const noModel = (id: string): Refusal => ({
  status: 404,
  type: "invalid_request_error",
  message: `The model \`${id}\` does not exist or you do not have access to it.`,
  param: null,
  code: "model_not_found",
});

/** What is refused of the body as a whole, of its required members and of the model's name. */
export const bodyRules = groupOf("Body", [
  {
    id: "body-json",
    what: "The body must be JSON.",
    refused: { text: "{" },
    taken: { text: '{"model":"any-model","messages":[{"role":"user","content":"Hello"}]}' },
    refusal: notParsed,
    lenient: "refuses",
    source: from("4.2", "third-party-probe"),
  },
  {
    id: "body-object",
    what: "The body must be a JSON object. The text is not known; here it is that of a body that is no JSON.",
    refused: { text: "[]" },
    taken: smallest,
    refusal: notParsed,
    lenient: "refuses",
    source: from("9, case 80", "inferred"),
  },
  {
    id: "model-required",
    what: "The model is required.",
    refused: body({ model: undefined }),
    taken: smallest,
    refusal: badRequest("you must provide a model parameter"),
    lenient: "refuses",
    source: from("4.2", "sdk-types", "third-party-probe"),
  },
  {
    id: "model-string",
    what: "A model that is no string is answered as if the body were no JSON.",
    refused: body({ model: 5 }),
    taken: smallest,
    refusal: notParsed,
    lenient: "refuses",
    source: from("4.3", "sdk-types", "third-party-probe"),
  },
  {
    id: "model-known",
    what: "The model must exist.",
    refused: body({ model: "no-such-model" }),
    taken: smallest,
    options: { models: ["any-model"] },
    refusal: noModel("no-such-model"),
    lenient: "refuses",
    source: from("4.2", "third-party-probe"),
    recording: {
      repository: "pydantic/pydantic-ai",
      path: "tests/cassettes/test_model_name_suggestions/test_model_name_suggestion[openai-chat].yaml",
    },
  },
  {
    id: "model-in-path-known",
    what: "A model that is asked for by its path must exist.",
    refused: { method: "GET", path: "/v1/models/no-such-model" },
    taken: { method: "GET", path: "/v1/models/any-model" },
    options: { models: ["any-model"] },
    refusal: noModel("no-such-model"),
    lenient: "refuses",
    source: from("6.1", "inferred"),
  },
  {
    id: "messages-required",
    what: "Messages are required.",
    refused: body({ messages: undefined }),
    taken: smallest,
    refusal: missing("messages"),
    lenient: "refuses",
    source: from("4.2", "sdk-types", "third-party-probe"),
  },
  {
    id: "messages-list",
    what: "Messages are a list.",
    refused: body({ messages: "Hello" }),
    taken: smallest,
    refusal: wrongType("messages", "an array of objects", "a string"),
    lenient: "refuses",
    source: from("4.2 and 4.3", "sdk-types", "third-party-probe"),
  },
  {
    id: "messages-not-empty",
    what: "There must be a message.",
    refused: body({ messages: [] }),
    taken: messages(user),
    refusal: empty("messages", "array"),
    lenient: "refuses",
    source: from("4.2", "third-party-probe"),
    recording: {
      repository: "envoyproxy/ai-gateway",
      path: "tests/internal/testopenai/cassettes/chat-no-messages.yaml",
    },
  },
  {
    id: "unknown-parameter",
    what: "A member of the body that the service does not know is refused.",
    refused: body({ bogus: 1 }),
    taken: body({ store: false }),
    refusal: unknown("bogus"),
    lenient: "takes",
    source: from("1.2 and 4.2", "sdk-types", "third-party-probe"),
  },
  {
    id: "parameter-of-others",
    what: "A member that only other servers know, such as top_k, is unknown too.",
    refused: body({ top_k: 40 }),
    taken: body({ top_p: 0.9 }),
    refusal: unknown("top_k"),
    lenient: "takes",
    source: from("1.2 and 1.8", "sdk-types", "third-party-probe", "other-server"),
  },
]);
