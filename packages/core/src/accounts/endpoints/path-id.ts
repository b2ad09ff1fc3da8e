import { checkId } from "../keys/check-key.js";
import { notFound } from "./bad-request.js";

/** The `:id` of a path. @throws ServiceError `unknown_path` for an invalid id */
export function readPathId({ id }: Readonly<Record<string, string>>): string {
  try {
    checkId("id", id);
    return id;
  } catch {
    throw notFound("This id is not valid.");
  }
}
