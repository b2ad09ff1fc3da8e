import type { Service } from "@diglot/core";
import type { ExpressRequest } from "./express-types.js";

/** The part of a service that Express needs. */
export type MountableService = Pick<Service, "handle" | "matches">;

/**
 * The path and query under which the service knows a request, or `undefined` if it is not the
 * service's. Below a mount that is the rest behind the mount path; a service whose own base path
 * repeats the mount path gets both. The parts are joined as strings: resolved against a base, a
 * target such as `//host/v1/messages` would lose its first part.
 */
export function findTarget(
  service: MountableService,
  { url = "/", baseUrl = "" }: ExpressRequest,
): string | undefined {
  return [url, `${baseUrl}${url}`].find((target) => service.matches(target));
}
