import { expect, it } from "vitest";
import { toBodyFailure } from "./body-failure.js";

it.each([
  [{ type: "entity.too.large" }, "too_large"],
  [{ type: "parameters.too.many" }, "too_large"],
  [{ type: "entity.parse.failed" }, "malformed"],
  [{ type: "request.size.invalid" }, "malformed"],
  [{ type: "charset.unsupported" }, "unsupported"],
  [{ type: "encoding.unsupported" }, "unsupported"],
  [{ status: 400, code: "Z_DATA_ERROR" }, "malformed"],
  [{ status: 400, code: "ERR__ERROR_FORMAT_PADDING_1" }, "malformed"],
  [{ status: 400, code: "ZSTD_error_prefix_unknown" }, "malformed"],
  [{ status: 500, code: "Z_DATA_ERROR" }, undefined],
  [{ status: 400, code: "E_OWN" }, undefined],
  [{ status: 400 }, undefined],
  ["text", undefined],
  [null, undefined],
])("of the error %j of a body parser, the reason is %j", (error, reason) => {
  expect(toBodyFailure(error)).toBe(reason);
});
