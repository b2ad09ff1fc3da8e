import type { RewrittenSchema } from "../../../conversation/capabilities.js";
import { encodeJson } from "../../../json/raw.js";
import { innerOf, inOrder, orderOf, respell, type Spelling } from "../../../json/spelling.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { findReferenceProblem } from "./output-schema-references.js";

/** A schema that a reply can be required to match. */
export interface OutputSchema extends RewrittenSchema {
  /** Why no reply can be required to match it, if so. */
  readonly problem?: string | undefined;
}

/** The vendor's limits for one schema. */
const mostOptional = 24;
const mostUnions = 16;

/** Keywords whose values map names to schemas. */
const schemaMaps: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);
/** Keywords whose values are lists of schemas. */
const schemaLists: ReadonlySet<string> = new Set(["anyOf", "allOf", "oneOf"]);
/** Keywords that the vendor's grammar supports, besides those that contain schemas. */
const plainKeywords: ReadonlySet<string> = new Set([
  "$ref",
  "$schema",
  "$id",
  "type",
  "title",
  "description",
  "enum",
  "const",
  "default",
  "required",
]);
/** Keywords that define an object without naming its keys. */
const shapes = ["$ref", "anyOf", "allOf", "oneOf", "enum", "const"];
const formats: ReadonlySet<unknown> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid",
]);

/** What was found while rewriting a schema. */
interface Findings {
  readonly changes: Set<string>;
  optional: number;
  unions: number;
  /** Whether some object has no named keys, only additional ones. */
  hasMap: boolean;
}

/**
 * Rewrites a schema so that a reply can be required to match it: objects are closed, and keywords
 * that the grammar lacks move into the description of their schema; `oneOf` becomes `anyOf`, as in
 * the vendor's own libraries. No property becomes required. An object without named keys would
 * always be empty once closed, so such a schema is a problem.
 * @param spelling how the schema was written, if JavaScript would write it differently
 */
export function toOutputSchema(schema: JsonObject, spelling?: Spelling): OutputSchema {
  const isEmpty = Object.keys(schema).length === 0;
  const unfit = isEmpty ? emptyProblem : findReferenceProblem(schema);
  if (unfit) return { schema, changes: [], problem: unfit };
  const findings: Findings = { changes: new Set(), optional: 0, unions: 0, hasMap: false };
  const written = rewrite(schema, findings, spelling);
  const problem = findings.hasMap ? mapProblem : findLimitProblem(findings);
  const changes = [...findings.changes];
  const sent = changes.length > 0 ? written : respell(schema, spelling);
  return { schema: sent, changes, ...(problem && { problem }) };
}

/** Once closed, such an object could only be empty. */
const mapProblem =
  "The model behind this endpoint cannot produce replies with objects whose keys the schema does not name.";

/** No grammar can be made from an empty schema. */
const emptyProblem = "The model behind this endpoint cannot apply an empty schema to a reply.";

function findLimitProblem({ optional, unions }: Findings): string | undefined {
  if (optional > mostOptional) {
    return `The schema of the reply has ${optional} optional properties; the model behind this endpoint accepts at most ${mostOptional}.`;
  }
  if (unions > mostUnions) {
    return `The schema of the reply has ${unions} properties of several types; the model behind this endpoint accepts at most ${mostUnions}.`;
  }
  return undefined;
}

function rewrite(schema: JsonObject, findings: Findings, spelling?: Spelling): JsonObject {
  if (Array.isArray(schema.type) || schema.anyOf || schema.oneOf) findings.unions += 1;
  findings.optional += countOptional(schema);
  findings.hasMap ||= isMap(schema);
  const members: [string, unknown][] = [];
  const moved: [string, unknown][] = [];
  for (const [name, value] of Object.entries(schema)) {
    const spelled = innerOf(spelling, name);
    if (name === "additionalProperties") {
      if (isObject(value)) moved.push([name, respell(value, spelled)]);
      continue;
    }
    const kept = rewriteMember(name, value, findings, spelled);
    const isOneOf = name === "oneOf" && schema.anyOf === undefined;
    if (isOneOf) findings.changes.add(name);
    if (kept === undefined || (name === "oneOf" && !isOneOf))
      moved.push([name, respell(value, spelled)]);
    else members.push([isOneOf ? "anyOf" : name, kept]);
  }
  for (const [name] of moved) findings.changes.add(name);
  return close(schema, describe(Object.fromEntries(members), moved), findings);
}

/** The value of a keyword that the grammar supports, or `undefined`. */
function rewriteMember(
  name: string,
  value: unknown,
  findings: Findings,
  spelling: Spelling | undefined,
): unknown {
  if (schemaMaps.has(name)) return rewriteMap(value, findings, spelling);
  if (schemaLists.has(name) && Array.isArray(value)) {
    return value.map((item, index) => rewriteAny(item, findings, innerOf(spelling, index)));
  }
  if (name === "items") return rewriteAny(value, findings, spelling);
  return isSupported(name, value) ? respell(value, spelling) : undefined;
}

/** Whether the grammar supports a keyword that contains no schema. */
function isSupported(name: string, value: unknown): boolean {
  if (name === "format") return formats.has(value);
  if (name === "minItems") return value === 0 || value === 1;
  if (name === "pattern") return isSimplePattern(value);
  return plainKeywords.has(name);
}

function rewriteMap(value: unknown, findings: Findings, spelling: Spelling | undefined): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([name, item]) => [name, rewriteAny(item, findings, innerOf(spelling, name))] as const,
  );
  return inOrder(entries, orderOf(spelling));
}

function rewriteAny(value: unknown, findings: Findings, spelling: Spelling | undefined): unknown {
  return isObject(value) ? rewrite(value, findings, spelling) : respell(value, spelling);
}

/** The grammar supports no lookaround, back-references or word boundaries. */
function isSimplePattern(pattern: unknown): boolean {
  return typeof pattern === "string" && !/\(\?[=!<]|\\[1-9bBk]/.test(pattern);
}

/** Closes an object against further properties. */
function close(schema: JsonObject, written: JsonObject, findings: Findings): JsonObject {
  const isOfObjects = schema.type === "object" || isObject(schema.properties);
  if (!isOfObjects && schema.additionalProperties === undefined) return written;
  if (schema.additionalProperties !== false) findings.changes.add("additionalProperties");
  return { ...written, additionalProperties: false };
}

function describe(schema: JsonObject, moved: readonly [string, unknown][]): JsonObject {
  if (moved.length === 0) return schema;
  const reported = moved.map(([name, value]) => `${name}: ${encodeJson(value)}`).join(", ");
  const before = typeof schema.description === "string" ? `${schema.description} ` : "";
  return { ...schema, description: `${before}(${reported})` };
}

function isMap({ type, properties, additionalProperties, ...others }: JsonObject): boolean {
  if (isObject(properties) && Object.keys(properties).length > 0) return false;
  if (isObject(additionalProperties) || additionalProperties === true) return true;
  const isOpen = additionalProperties === undefined && properties === undefined;
  return isOpen && type === "object" && !shapes.some((name) => Object.hasOwn(others, name));
}

function countOptional({ properties, required }: JsonObject): number {
  if (!isObject(properties)) return 0;
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.keys(properties).filter((name) => !names.has(name)).length;
}
