import * as z from "zod/mini";
import { nearestName } from "../../errors/nearest-name.js";
import type { Exchange } from "../../http/exchange.js";
import { firstOf, knownOf } from "../../validation/check-options.js";
import { join, placeOf } from "../../validation/words.js";
import { badRequest } from "./bad-request.js";

type Issue = z.core.$ZodRawIssue;
type Found = z.core.$ZodIssue;

/**
 * A body that fits a schema. Unknown members are found first, then the others in the schema's order.
 * @throws ServiceError `bad_request` that names the member
 */
export function readBody<T extends z.core.$ZodType>(schema: T, body: unknown): z.output<T> {
  return read(schema, body, { refuseName: unknownMember, toParam: placeOf });
}

/**
 * The parameters of a request's target, if they fit a schema. It gets the list of each one's values.
 * @throws ServiceError `bad_request` that names the parameter, and the nearest of one that is unknown
 */
export function readQuery<T extends z.core.$ZodType>(
  schema: T,
  { target }: Pick<Exchange, "target">,
): z.output<T> {
  const query = new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? "");
  const values = [...query.keys()].map((name) => [name, query.getAll(name)]);
  const toParam = ({ path: [name] }: Found) => String(name);
  return read(schema, Object.fromEntries(values), { refuseName: unknownParameter, toParam });
}

/** How refusals of bodies and of queries differ. */
interface Voice {
  /** The sentence about a name that a schema does not know. */
  refuseName(name: string, known: readonly string[]): string;
  /** The parameter of the refusal. */
  toParam(issue: Found): string;
}

function read<T extends z.core.$ZodType>(schema: T, value: unknown, voice: Voice): z.output<T> {
  const error = (issue: Issue) => tell(issue, voice);
  const result = z.safeParse(schema, value, { error });
  if (result.success) return result.data;
  const [first, ...others] = result.error.issues;
  const issue = firstOf(first as Found, others);
  const param = issue.code === "unrecognized_keys" ? toUnknown(issue) : voice.toParam(issue);
  throw badRequest(param === "" ? undefined : param, `${issue.message}.`);
}

/** The sentences for which schemas have no words: about objects, and about the names of their members. */
function tell(issue: Issue, { refuseName }: Voice): string | undefined {
  if (issue.code === "unrecognized_keys") return refuseName(toUnknown(issue), knownOf(issue));
  if (issue.code !== "invalid_type" || issue.expected !== "object") return undefined;
  return `${placeOf(issue) || "The body"} must be an object with ${knownOf(issue).join(", ")}`;
}

/** The first name that an object does not know, as far as an answer shows it. */
function toUnknown(
  issue: Pick<Extract<Issue, { code: "unrecognized_keys" }>, "path" | "keys">,
): string {
  return join(placeOf(issue), issue.keys[0]?.slice(0, 64) ?? "");
}

function unknownMember(name: string, known: readonly string[]): string {
  return `${JSON.stringify(name)} is unknown; use ${known.join(", ")}`;
}

function unknownParameter(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const all = known.length === 0 ? "This path takes none" : `Known are ${known.join(", ")}`;
  return `${JSON.stringify(name)} is not a parameter of this path.${meant} ${all}`;
}
