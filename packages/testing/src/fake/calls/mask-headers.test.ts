import { expect, it } from "vitest";
import { maskHeaders } from "./mask-headers.js";

it("leaves the last four characters of credentials, and nothing of short ones", () => {
  const headers = new Headers({
    Authorization: "Bearer sk-1234567890",
    "x-api-key": "sk-12345678",
    "api-key": "0123456789ab",
    cookie: "session=abcdefgh",
    "content-type": "application/json",
  });
  expect(maskHeaders(headers)).toEqual({
    authorization: "Bearer ***7890",
    "x-api-key": "***",
    "api-key": "***89ab",
    cookie: "***efgh",
    "content-type": "application/json",
  });
});
