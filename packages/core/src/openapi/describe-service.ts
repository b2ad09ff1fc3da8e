import type { Endpoint } from "../endpoints/endpoint.js";
import { isObject, type JsonObject } from "../json/value.js";
import { type Check, deferred, either } from "../validation/check.js";
import { checkOptions } from "../validation/check-options.js";
import { listOf, mapOf, members, object, shape } from "../validation/objects.js";
import { name, oneOf } from "../validation/values.js";
import { toComponents } from "./components.js";
import { type DescribedFormat, type FormatDescription, formatDescriptions } from "./formats.js";
import type { Operation } from "./operation.js";
import { accountOperations } from "./operations/account.js";
import { adminOperations } from "./operations/administration.js";
import { publicOperations } from "./operations/health.js";
import { toModelsOperations } from "./operations/models.js";
import { securitySchemes, toPaths } from "./paths.js";

/** The service that is described. */
export interface ServiceDescription {
  /** The formats that the service serves: names, and descriptions of further formats. @default both that are built in */
  readonly formats?: readonly (DescribedFormat | FormatDescription)[] | undefined;
  /**
   * The endpoints of the service. The endpoints of `accountEndpoints`, `adminEndpoints` and `healthEndpoints` are
   * described; for your own, add `paths`. @default none
   */
  readonly endpoints?: readonly Pick<Endpoint, "method" | "path">[] | undefined;
  /** The name of the service. @default "Diglot" */
  readonly title?: string | undefined;
  /** The version of your service. @default "1" */
  readonly version?: string | undefined;
  /** The address of the service. @default "/" */
  readonly url?: string | undefined;
  /** Path items of OpenAPI for endpoints of your own, by path. @default none */
  readonly paths?: Readonly<Record<string, JsonObject>> | undefined;
  /** Schemas that they refer to, by name. @default none */
  readonly schemas?: Readonly<Record<string, JsonObject>> | undefined;
}

const validDescription: Check = /* @__PURE__ */ deferred(() => {
  const objects = mapOf(object);
  const builtIn = oneOf<DescribedFormat>("messages", "chat-completions");
  const furtherFormat = members<FormatDescription>({
    error: { required: object },
    model: { required: object },
    modelsList: { required: object },
    operations: { required: listOf(object) },
    parts: listOf(object),
  });
  return members<ServiceDescription>({
    formats: listOf(either(isObject, furtherFormat, builtIn), 1),
    endpoints: listOf(
      shape("an endpoint", { method: { required: name }, path: { required: name } }),
    ),
    title: name,
    version: name,
    url: name,
    paths: objects,
    schemas: objects,
  });
});

/** @throws TypeError for what cannot be described; the message says how to fix it */
export function checkDescription(caller: string, service: ServiceDescription): void {
  checkOptions(caller, service, validDescription);
}

/**
 * The description of a service in OpenAPI 3.1. Its schemas are made from those that validate requests,
 * so they never say anything else. It holds no secret, and no name of a model.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function describeService(service: ServiceDescription = {}): JsonObject {
  checkDescription("describeService", service);
  const { title = "Diglot", version = "1", url = "/", paths, schemas } = service;
  const { formats: served = ["messages", "chat-completions"] } = service;
  const formats = served.map((one) => (typeof one === "string" ? formatDescriptions[one] : one));
  const operations = toOperations(formats, service.endpoints ?? []);
  const errors = formats.map(({ error }) => error);
  const parts = formats.flatMap((format) => format.parts ?? []);
  return {
    openapi: "3.1.0",
    info: { title, version },
    servers: [{ url }],
    paths: { ...toPaths(operations, errors), ...paths },
    components: {
      schemas: { ...toComponents(operations, errors, parts), ...schemas },
      securitySchemes,
    },
  };
}

function toOperations(
  formats: readonly FormatDescription[],
  endpoints: NonNullable<ServiceDescription["endpoints"]>,
): readonly Operation[] {
  const known = [...accountOperations, ...adminOperations, ...publicOperations];
  const served = known.filter(({ method, path }) =>
    endpoints.some((endpoint) => endpoint.method === method && endpoint.path === path),
  );
  return [
    ...formats.flatMap(({ operations }) => operations),
    ...toModelsOperations(formats),
    ...served,
  ];
}
