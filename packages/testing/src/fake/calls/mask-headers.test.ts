import { expect, it } from "vitest";
import { maskHeaders, maskPath } from "./mask-headers.js";

it("leaves the last four characters of credentials, and nothing of short ones", () => {
  const headers = new Headers({
    Authorization: "Bearer sk-1234567890",
    "x-api-key": "sk-12345678",
    "api-key": "0123456789ab",
    "proxy-authorization": "Basic YTpiY2RlZmdo",
    "x-goog-api-key": "0123456789ab",
    cookie: "session=abcdefgh",
    "set-cookie": "session=ijklmnop",
    "x-proxy-token": "abcdefghijkl",
    "idempotency-key": "abcdefghijkl",
    "content-type": "application/json",
  });
  expect(maskHeaders(headers)).toEqual({
    authorization: "Bearer ***7890",
    "x-api-key": "***",
    "api-key": "***89ab",
    "proxy-authorization": "Basic ***Zmdo",
    "x-goog-api-key": "***89ab",
    cookie: "***efgh",
    "set-cookie": "***mnop",
    "x-proxy-token": "***ijkl",
    "idempotency-key": "abcdefghijkl",
    "content-type": "application/json",
  });
});

it("does the same in the query of a path", () => {
  expect(maskPath("/v1/messages?beta=true&key=sk-1234567890&access_token=short#end")).toBe(
    "/v1/messages?beta=true&key=***7890&access_token=***#end",
  );
  expect(maskPath("/v1/messages")).toBe("/v1/messages");
});
