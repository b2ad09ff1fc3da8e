import { describe, expect, it } from "vitest";
import { createFake } from "../../src/fake/create-fake.js";
import { messagesRules } from "../../src/rules/messages/index.js";
import { messagesModels } from "../../src/rules/messages/models.js";
import type { Refusal, Rule, SampleRequest } from "../../src/rules/rule.js";
import { toRequest } from "../../src/rules/sample.js";
import { expectKnownSource } from "./expect-known-source.js";

const groups = new Set([
  "Transport",
  "Headers",
  "Versions",
  "Fields",
  "Unknown fields",
  "Tools",
  "Parameters",
  "Output",
  "Thinking",
  "Content",
  "Media",
  "Cache",
  "Turns",
  "Pairing",
  "Models",
  "Token counter",
]);

async function send(
  { options }: Rule,
  sample: SampleRequest,
  profile: "strict" | "lenient" = "strict",
) {
  const fake = createFake({ profile, ...options });
  fake.otherwise(greet);
  return fake.fetch(toRequest("messages", sample));
}

async function* greet() {
  yield "Hello.";
}

async function expectRefusal(response: Response, refusal: Refusal) {
  const body = await response.json();
  expect({ status: response.status, type: body.error?.type, message: body.error?.message }).toEqual(
    {
      status: refusal.status,
      type: refusal.type,
      message:
        typeof refusal.message === "string"
          ? refusal.message
          : expect.stringMatching(refusal.message),
    },
  );
  expect(body).toEqual({
    type: "error",
    error: {
      type: refusal.type,
      message: body.error.message,
      ...(refusal.details && { details: refusal.details }),
    },
    request_id: response.headers.get("request-id"),
  });
}

describe.each(messagesRules)("$id", (rule) => {
  it(`refuses: ${rule.what}`, async () => {
    await expectRefusal(await send(rule, rule.refused), rule.refusal);
  });

  it("takes what is nearest to it", async () => {
    const response = await send(rule, rule.taken);
    expect({
      status: response.status,
      error: (await response.clone().text()).slice(0, 300),
    }).toEqual({ status: 200, error: expect.not.stringContaining('"type":"error"') });
  });

  it(`is ${rule.lenient === "refuses" ? "refused" : "taken"} in the lenient profile`, async () => {
    const { status } = await send(rule, rule.refused, "lenient");
    expect(status).toBe(rule.lenient === "refuses" ? rule.refusal.status : 200);
  });
});

describe("the rules of the Messages profile", () => {
  it("have ids of their own, which begin with the profile", () => {
    const ids = messagesRules.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^messages\/[\w./-]+$/.test(id))).toEqual([]);
  });

  it("are all in a known group, and every group has some", () => {
    expect(new Set(messagesRules.map(({ group }) => group))).toEqual(groups);
  });

  it("say where they are known from", () => {
    for (const { source } of messagesRules) expectKnownSource(source);
  });
});

describe("the models of the Messages profile", () => {
  it("have names of their own", () => {
    const names = messagesModels.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(messagesModels)(
    "$id answers to all its names, as itself",
    async ({ id, aliases = [] }) => {
      for (const model of [id, ...aliases]) {
        const fake = createFake();
        fake.otherwise(greet);
        const response = await fake.fetch(toRequest("messages", { body: { model } }));
        expect(await response.json()).toMatchObject({ model: id, type: "message" });
      }
    },
  );
});
