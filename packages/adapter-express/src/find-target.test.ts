import { expect, it } from "vitest";
import type { ExpressRequest } from "./express-types.js";
import { findTarget, type MountableService } from "./find-target.js";

it.each([
  ["the rest behind the mount path, if the service knows both", ["/usage", "/api/usage"], "/usage"],
  ["the rest behind the mount path, if it knows that", ["/usage"], "/usage"],
  ["all of it, if it knows that alone", ["/api/usage"], "/api/usage"],
  ["nothing, if it knows neither", ["/other"], undefined],
])("the path of a request below a mount is %s", (_case, known, target) => {
  const service = { matches: (path: string) => known.includes(path) } as MountableService;
  const request = { url: "/usage", baseUrl: "/api" } as ExpressRequest;
  expect(findTarget(service, request)).toBe(target);
});
