import { expect, it } from "vitest";
import { toHeaderLookup } from "./header-lookup.js";

/** The host of a request with these raw headers, and the names of all. */
function read(...rawHeaders: readonly string[]) {
  const headers = toHeaderLookup(rawHeaders, { withoutEntity: false });
  return [headers.get("Host"), [...headers.keys()]];
}

it("the authority of HTTP/2 is the host, unless the request has one, and no pseudo-header is a header", () => {
  const pseudo = [":method", "POST", ":path", "/", ":authority", "one.example"];
  expect(read(...pseudo, "accept", "*/*")).toEqual(["one.example", ["accept", "host"]]);
  expect(read(...pseudo, "host", "other.example")).toEqual(["other.example", ["host"]]);
  expect(read("accept", "*/*")).toEqual([null, ["accept"]]);
});

it("headers that describe the bytes of a body are hidden if others have parsed it, and only then", () => {
  const entity = [
    "Content-Length",
    "2",
    "content-encoding",
    "gzip",
    "Transfer-Encoding",
    "chunked",
  ];
  const raw = ["content-type", "application/json", ...entity];
  const namesOf = (withoutEntity: boolean) => [...toHeaderLookup(raw, { withoutEntity }).keys()];
  expect(namesOf(true)).toEqual(["content-type"]);
  expect(namesOf(false)).toEqual([
    "content-type",
    "content-length",
    "content-encoding",
    "transfer-encoding",
  ]);
});
