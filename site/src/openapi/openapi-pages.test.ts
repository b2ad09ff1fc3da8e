import { expect, it } from "vitest";
import { createOpenapiPages } from "./openapi-pages.ts";
import { describeOperation } from "./operation-text.ts";
import { memberTable, typeOf } from "./schema-text.ts";

const [operations, schemas] = createOpenapiPages();

it("the page of endpoints links only to schemas that have a section", () => {
  const titles = schemas?.text.matchAll(/^## (\w+)$/gm) ?? [];
  const anchors = new Set([...titles].map(([, title = ""]) => title.toLowerCase()));
  const links = [...`${operations?.text}${schemas?.text}`.matchAll(/schemas\.md#(\w+)/g)];
  expect(links.length).toBeGreaterThan(100);
  expect(links.map(([, anchor = ""]) => anchor).filter((anchor) => !anchors.has(anchor))).toEqual(
    [],
  );
});

it("an operation shows who may call it, its parameters and its answers", () => {
  const text = describeOperation(
    {
      method: "get",
      path: "/admin/keys/{id}",
      operation: {
        summary: "Show a key",
        security: [{ administrator: [] }, { bearerAdministrator: [] }],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "The key.", content: {} } },
      },
    },
    { administrator: { type: "apiKey", name: "x-api-key" }, bearerAdministrator: { type: "http" } },
  );
  expect(text).toContain("### `GET /admin/keys/{id}`\n\n**Show a key.**");
  expect(text).toContain(
    "the credential of an administrator in `x-api-key` or the credential of an administrator in `authorization: Bearer`",
  );
  expect(text).toContain("| `id` | path | string | yes |  |");
  expect(text).toContain("| `200` | The key. |  |");
});

it("a table of members has those of objects without a name, and each once", () => {
  const text = { type: "string" };
  const table = memberTable({
    required: ["turns"],
    properties: {
      turns: {
        items: { anyOf: [{ properties: { text } }, { properties: { text, id: { const: 1 } } }] },
      },
    },
  });
  expect(table.split("\n").slice(2)).toEqual([
    "| `turns` | array of any value | yes |  |",
    "| `turns[].text` | string |  |  |",
    "| `turns[].id` | `1` |  |  |",
  ]);
});

it("a type is a link, a value, alternatives or a list", () => {
  expect(typeOf({ $ref: "#/components/schemas/Key" })).toBe("[Key](./schemas.md#key)");
  expect(typeOf({ anyOf: [{ enum: ["a", "b"] }, { type: "null" }] })).toBe(
    '`"a"` or `"b"` or null',
  );
  expect(typeOf({ items: { type: ["string", "null"] } })).toBe("array of string or null");
});
