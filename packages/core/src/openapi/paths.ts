import type { JsonObject } from "../json/value.js";
import { onePerName, refer, toInlineSchema } from "./components.js";
import type {
  Access,
  Answered,
  Content,
  HeaderDescription,
  Operation,
  Schema,
} from "./operation.js";

/** The security schemes of OpenAPI. */
export const securitySchemes: JsonObject = {
  key: { type: "apiKey", in: "header", name: "x-api-key", description: "A key of the service." },
  bearerKey: { type: "http", scheme: "bearer", description: "The same key." },
  administrator: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The credential of an administrator.",
  },
  bearerAdministrator: { type: "http", scheme: "bearer", description: "The same credential." },
};

const securityOf: Readonly<Record<Access, readonly JsonObject[]>> = {
  key: [{ key: [] }, { bearerKey: [] }],
  administrator: [{ administrator: [] }, { bearerAdministrator: [] }],
  everyone: [],
};

/** The operations by path and method. @param errors the errors of all formats */
export function toPaths(operations: readonly Operation[], errors: readonly Schema[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
    const method = operation.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: toOperation(operation, errors) };
  }
  return paths;
}

function toOperation(operation: Operation, errors: readonly Schema[]): JsonObject {
  const { id, tag, summary, description, access, body, error } = operation;
  const parameters = toParameters(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: refer(body) } } },
    }),
    responses: toResponses(operation, error ? [error] : errors),
  };
}

function toParameters({ path, headers = {}, query }: Operation): readonly JsonObject[] {
  return [...toPathParameters(path), ...toQueryParameters(query), ...toHeaderParameters(headers)];
}

function toPathParameters(path: string): readonly JsonObject[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function toQueryParameters(query: Schema | undefined): readonly JsonObject[] {
  const { properties = {} } = query ? toInlineSchema(query) : {};
  return Object.entries(properties as JsonObject).map(([name, schema]) => ({
    name,
    in: "query",
    // A list is one text whose items are separated by commas.
    explode: false,
    schema,
  }));
}

function toHeaderParameters(headers: NonNullable<Operation["headers"]>): readonly JsonObject[] {
  return Object.entries(headers).map(([name, { required = false, ...header }]) => ({
    name,
    in: "header",
    required,
    ...toHeader(header),
  }));
}

function toHeader({ description, example }: HeaderDescription): JsonObject {
  return { description, schema: { type: "string" }, ...(example !== undefined && { example }) };
}

function toResponses(
  { answer, otherAnswers = {} }: Operation,
  errors: readonly Schema[],
): JsonObject {
  const others = Object.entries(otherAnswers).map(([status, other]) => [status, toAnswer(other)]);
  return {
    [answer.status ?? 200]: toAnswer(answer),
    ...Object.fromEntries(others),
    "4XX": toFailure("The caller must change something, or may not do this.", errors),
    "5XX": toFailure("The service or the model has failed.", errors),
  };
}

function toAnswer({ description, content, headers = {} }: Answered): JsonObject {
  const shown = { "request-id": requestId, ...headers };
  return { description, headers: toHeaders(shown), content: toContent(content) };
}

const requestId: HeaderDescription = { description: "The id of the request." };
const retryAfter: HeaderDescription = {
  description: "Seconds to wait before the request is sent again, if that can help.",
};

function toFailure(description: string, errors: readonly Schema[]): JsonObject {
  return {
    description,
    headers: toHeaders({ "request-id": requestId, "retry-after": retryAfter }),
    content: toContent({ "application/json": errors }),
  };
}

function toHeaders(headers: Readonly<Record<string, HeaderDescription>>): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, toHeader(header)]),
  );
}

function toContent(content: Content): JsonObject {
  return Object.fromEntries(
    Object.entries(content).map(([type, forms]) => [type, { schema: toSchema(forms) }]),
  );
}

function toSchema(forms: Content[string]): JsonObject {
  if ("text" in forms) return { type: "string", description: forms.text };
  const references = onePerName(forms).map(refer);
  return references.length === 1 && references[0] ? references[0] : { anyOf: references };
}
