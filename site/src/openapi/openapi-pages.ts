import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "../pages/page.ts";
import { root } from "../places.ts";
import type { Description } from "./description.ts";
import { describeOperation, type PlacedOperation } from "./operation-text.ts";
import { memberTable, typeOf } from "./schema-text.ts";

/** The folder of the descriptions, from the root of the repository and of the site. */
const folder = "docs/openapi";

/** The descriptions, which the site offers as files. */
export const descriptionFiles = [`${folder}/service.json`, `${folder}/gateway.json`];

const intro = `# HTTP endpoints

All endpoints of a service, made from its description in OpenAPI 3.1. Generators of clients and other viewers take it as a file:

- [service.json](./service.json): the endpoints for callers
- [gateway.json](./gateway.json): the same, with the endpoints for administrators

A running service serves its own description, see [Service options](../../packages/core/index.md#options). The bodies are described in [Schemas](./schemas.md).
`;

/** The pages about the HTTP endpoints: the operations, and the schemas of their bodies. */
export function createOpenapiPages(): readonly Page[] {
  const text = readFileSync(join(root, folder, "gateway.json"), "utf8");
  const description = JSON.parse(text) as Description;
  return [
    { path: `${folder}/index.md`, text: describeOperations(description) },
    { path: `${folder}/schemas.md`, text: describeSchemas(description) },
  ];
}

function describeOperations({ paths, components }: Description): string {
  const groups = Map.groupBy(placesOf(paths), ({ operation }) => operation.tags?.[0] ?? "Others");
  const sections = [...groups].flatMap(([tag, operations]) => [
    `## ${tag}`,
    ...operations.map((placed) => describeOperation(placed, components.securitySchemes)),
  ]);
  return [intro.trim(), ...sections].join("\n\n");
}

function placesOf(paths: Description["paths"]): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

function describeSchemas({ components }: Description): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) => {
    const table = memberTable(schema);
    const type = table === "" || schema.anyOf || schema.oneOf ? `Type: ${typeOf(schema)}.` : "";
    return [`## ${name}`, schema.description ?? "", type, table]
      .filter((part) => part !== "")
      .join("\n\n");
  });
  const opening = "The bodies of the [HTTP endpoints](./index.md).";
  return ["# Schemas", opening, ...sections].join("\n\n");
}
