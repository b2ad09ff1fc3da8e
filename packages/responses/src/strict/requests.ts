import type { JsonObject } from "@diglot/core";
import { below, findIssue, refuse, type Schema, type ServiceError } from "@diglot/core/formats";
import * as z from "zod/mini";
import type { InputItem } from "../schemas/items.js";
import { knownFields, type ResponsesRequest } from "../schemas/request.js";
import { toServiceError } from "../validate/problem.js";
import { findDuplicateFault, findItemFault } from "./items.js";
import { findUnknownMember } from "./unknown-members.js";

/** Members that only the vendor's own services act on. They are known, and pass. */
const vendorFields = ["access_programs", "image", "generate"];
const bodyMembers: ReadonlySet<string> = new Set([...knownFields, ...vendorFields]);
const streamMembers: ReadonlySet<string> = new Set(["include_obfuscation"]);
const reasoningMembers: ReadonlySet<string> = new Set(["effort", "summary", "context", "mode"]);

const toolName = z
  .string()
  .check(z.maxLength(64, { abort: true }), z.regex(/^[a-zA-Z0-9_-]+$/, { abort: true }));

/** Narrower forms of members; the open profile accepts them in any form. */
const narrowSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["tools", z.array(z.object({ name: z.optional(toolName) }))],
  ["reasoning", z.object({ mode: z.nullish(z.enum(["standard", "pro"])) })],
  ["safety_identifier", z.string().check(z.maxLength(128))],
  ["prompt_cache_options", z.object({ mode: z.nullish(z.enum(["implicit", "explicit"])) })],
  ["prompt_cache_key", z.string().check(z.maxLength(64))],
  ["prompt_cache_retention", z.enum(["in_memory", "24h"])],
]);

type StrictRule = (request: ResponsesRequest) => ServiceError | undefined;

/** What the vendor refuses inside of a member or because of another. Each rule runs if its member is there. */
const rules: ReadonlyMap<string, StrictRule> = new Map<string, StrictRule>([
  [
    "reasoning",
    ({ reasoning }) => findUnknownMember(reasoning ?? {}, reasoningMembers, "reasoning"),
  ],
  [
    "stream_options",
    ({ stream, stream_options: options }) =>
      findUnknownMember(options ?? {}, streamMembers, "stream_options") ??
      (stream === true ? undefined : refuseStreamOptions()),
  ],
]);

function refuseStreamOptions(): ServiceError {
  return refuse(
    "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    "stream_options",
  );
}

/** What the vendor refuses in a member and the open profile accepts. */
function findFault(name: string, request: ResponsesRequest): ServiceError | undefined {
  const schema = narrowSchemas.get(name);
  const issue = schema && findIssue(schema, request[name]);
  return issue ? toServiceError(below(issue, name)) : rules.get(name)?.(request);
}

/**
 * Rules about requests, for any model; each runs at its place in the vendor's order. The types of the
 * wire are not part of the public types, which would need zod otherwise.
 */
export interface RequestRules {
  findUnknownField(request: JsonObject): ServiceError | undefined;
  findItemFault(item: JsonObject, index: number): ServiceError | undefined;
  findDuplicateFault(items: readonly JsonObject[]): ServiceError | undefined;
  findFault(name: string, request: JsonObject): ServiceError | undefined;
}

/** What the vendor refuses whatever the model. */
export const requestRules: RequestRules = {
  findUnknownField: (request) => findUnknownMember(request, bodyMembers),
  findItemFault: (item, index) => findItemFault(item as InputItem, index),
  findDuplicateFault: (items) => findDuplicateFault(items as readonly InputItem[]),
  findFault: (name, request) => findFault(name, request as ResponsesRequest),
};
