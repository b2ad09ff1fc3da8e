import { isObject } from "../../json/value.js";
import { checkId, checkText } from "../keys/check-key.js";
import { badRequest, refusing } from "./bad-request.js";

/**
 * The members of a body, or of one of its members, if all of them are known.
 * @throws ServiceError `bad_request`
 */
export function readMembers(
  value: unknown,
  known: readonly string[],
  place?: string,
): Readonly<Partial<Record<string, unknown>>> {
  if (!isObject(value)) {
    const named = known.join(", ");
    throw badRequest(place, `${place ?? "The body"} must be an object with ${named}.`);
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value;
  const path = toPath(unknown.slice(0, 64), place);
  throw badRequest(path, `${JSON.stringify(path)} is unknown; use ${known.join(", ")}.`);
}

/** The name of a member as the caller sees it. */
export function toPath(name: string, place: string | undefined): string {
  return place === undefined ? name : `${place}.${name}`;
}

/** A member that may be absent; null counts as absent. */
export function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

/** The id of a key or an account. @throws ServiceError `bad_request` */
export function readIdMember(name: string, value: unknown): string {
  return refusing(name, () => {
    checkId(name, value);
    return value;
  });
}

/** A text that people write. @throws ServiceError `bad_request` */
export function readText(name: string, value: unknown): string {
  return refusing(name, () => {
    checkText(name, value);
    return value;
  });
}
