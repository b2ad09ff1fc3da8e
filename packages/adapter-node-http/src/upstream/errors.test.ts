import { expect, it } from "vitest";
import { isClosedConnection, toUpstreamError } from "./errors.js";

const failure = (code: string) => Object.assign(new Error("It broke."), { code });

it("a kept connection was closed by the upstream if writing or reading says so, and not otherwise", () => {
  const codes = [
    "ECONNRESET",
    "EPIPE",
    "UND_ERR_SOCKET",
    "ECONNREFUSED",
    "UND_ERR_CONNECT_TIMEOUT",
  ];
  expect(codes.filter((code) => isClosedConnection(failure(code)))).toEqual(codes.slice(0, 3));
  expect(isClosedConnection(new Error("none"))).toBe(false);
});

it("an answer that switches protocols is an invalid one, and other errors are as they were", () => {
  expect(toUpstreamError(new Error("bad upgrade"))).toMatchObject({
    message: "The upstream switched protocols.",
    code: "HPE_NO_ANSWER",
  });
  const other = failure("ECONNRESET");
  expect(toUpstreamError(other)).toBe(other);
});
