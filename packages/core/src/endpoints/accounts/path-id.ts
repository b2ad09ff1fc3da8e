import { validId } from "../../accounts/keys/check-key.js";
import { problemOf } from "../../validation/check-options.js";
import { notFound } from "./bad-request.js";

/** The `:id` of a path. @throws ServiceError `unknown_path` for an invalid id */
export function readPathId({ id }: Readonly<Record<string, string>>): string {
  if (id === undefined || problemOf(validId, id, "id") !== undefined) {
    throw notFound("This id is not valid.");
  }
  return id;
}
