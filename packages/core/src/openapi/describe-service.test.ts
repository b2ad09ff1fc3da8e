import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createMemoryKeys } from "../accounts/keys/memory-keys.js";
import { createMemoryLedger } from "../accounts/ledger/memory-ledger.js";
import { accountEndpoints } from "../endpoints/accounts/account-endpoints.js";
import { adminEndpoints } from "../endpoints/accounts/admin-endpoints.js";
import { healthEndpoints } from "../endpoints/health-endpoints.js";
import { describeService, type ServiceDescription } from "./describe-service.js";
import type { FormatDescription } from "./formats.js";
import { openapi } from "./openapi.js";
import { accountOperations } from "./operations/account.js";
import { adminOperations } from "./operations/administration.js";
import { publicOperations } from "./operations/health.js";

const ledger = createMemoryLedger();
const credential = "credential-of-an-administrator";
const account = accountEndpoints({ ledger });
const admin = adminEndpoints({ credential, keys: createMemoryKeys([]), ledger });
const open = [...healthEndpoints(), ...openapi()];
const endpoints = [...account, ...admin, ...open];

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const describeAs = (service: ServiceDescription) => describeService(service) as unknown as Document;
const placesOf = (list: readonly { readonly method: string; readonly path: string }[]) =>
  list.map(({ method, path }) => `${method} ${path}`).sort();

describe("describeService", () => {
  it("is valid OpenAPI 3.1 with everything that can be described", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(describeService({ endpoints })));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("describes each endpoint of core, and no other", () => {
    expect(placesOf(accountOperations)).toEqual(placesOf(account));
    expect(placesOf(adminOperations)).toEqual(placesOf(admin));
    expect(placesOf(publicOperations)).toEqual(placesOf(open));
  });

  it("shows only what a service has", () => {
    const { paths, components } = describeAs({ formats: ["messages"] });
    expect(Object.keys(paths)).toEqual([
      "/v1/messages",
      "/v1/messages/count_tokens",
      "/v1/models",
      "/v1/models/{id}",
    ]);
    expect(Object.keys(components.schemas).every((name) => name.startsWith("Messages"))).toBe(true);
  });

  it("has a name of its own for each operation", () => {
    const items = Object.values(describeAs({ endpoints }).paths);
    const ids = items.flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(30);
  });

  it("refers only to schemas that it has, and has only those that are referred to", () => {
    const document = describeAs({ endpoints });
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(referred)].sort()).toEqual(Object.keys(document.components.schemas).sort());
    expect(text).not.toMatch(/\$defs|\$id/);
  });

  it("has one pattern for each text", () => {
    const { Key } = describeAs({ endpoints }).components.schemas;
    const { pattern } = (Key as { properties: { id: { pattern: string } } }).properties.id;
    const form = new RegExp(pattern, "u");
    expect(["key_1", "..", ""].map((id) => form.test(id))).toEqual([true, false, false]);
    expect(JSON.stringify(describeService({ endpoints }))).not.toContain("allOf");
  });

  it("adds what describes endpoints of your own", () => {
    const paths = { "/v1/mine": { get: { responses: { 200: { description: "Mine." } } } } };
    const schemas = { Mine: { type: "object" } };
    const document = describeAs({ paths, schemas, title: "Mine", version: "2", url: "/api" });
    expect(document.paths).toMatchObject(paths);
    expect(document.components.schemas).toMatchObject(schemas);
    expect(document).toMatchObject({
      info: { title: "Mine", version: "2" },
      servers: [{ url: "/api" }],
    });
  });

  it("describes a further format beside those that are built in, and what all share once", () => {
    const titled = (title: string) => z.object({}).register(z.globalRegistry, { title });
    const [error, model, inner] = [titled("LinesError"), titled("LinesModel"), titled("Line")];
    const reply = z.object({ line: inner }).register(z.globalRegistry, { title: "LinesReply" });
    const lines: FormatDescription = {
      ...{ error, model, modelsList: model, parts: [inner] },
      operations: [
        {
          ...{ method: "POST", path: "/v1/lines", id: "createLine", tag: "Lines" },
          ...{ summary: "Write a line", access: "key", error },
          answer: { description: "The line.", content: { "application/json": [reply] } },
        },
      ],
    };
    const { paths, components } = describeAs({ formats: [lines, "messages"] });
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/v1/lines", "/v1/messages"]));
    expect(components.schemas.LinesReply).toMatchObject({
      properties: { line: { $ref: "#/components/schemas/Line" } },
    });
    const twice = describeAs({ formats: [lines, { ...lines, operations: [] }] });
    const { schema } = Object(twice.paths["/v1/models"]?.get).responses[200].content[
      "application/json"
    ];
    expect(schema).toEqual({ $ref: "#/components/schemas/LinesModel" });
  });

  it("names the option that is wrong", () => {
    const wrong = (service: object) => () => describeService(service as ServiceDescription);
    expect(wrong({ formats: ["message"] })).toThrow(/describeService.*"formats\[0\]"/);
    expect(wrong({ endpoint: [] })).toThrow(/"endpoint".*"endpoints"/);
    expect(wrong({ endpoints: [{ path: "/x" }] })).toThrow(/"endpoints\[0\]/);
  });
});
