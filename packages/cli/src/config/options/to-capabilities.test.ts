import { expect, it } from "vitest";
import { toCapabilities } from "./to-capabilities.js";

it("patterns are texts in JSON; other texts, and what is no pattern, stay as they are", () => {
  const given = { toolNamePattern: "^a$", toolIdPattern: "^b$", streamUsage: "never", topK: true };
  const patterns = { toolNamePattern: /^a$/, toolIdPattern: /^b$/ };
  expect(toCapabilities(given)).toEqual({ ...given, ...patterns });
  expect(toCapabilities(patterns)).toEqual(patterns);
  expect(toCapabilities({ toolIdPattern: "(" })).toEqual({ toolIdPattern: "(" });
});
