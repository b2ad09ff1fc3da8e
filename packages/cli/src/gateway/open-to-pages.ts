import type { CheckedConfig } from "../config/check/check-config.js";
import type { Notices } from "../log/log.js";

/** Warns of keys in web pages, if pages of other origins may call. */
export function sayOpenToPages(
  { service: { cors = false } = {} }: CheckedConfig,
  notices: Pick<Notices, "warn">,
): void {
  if (cors === false) return;
  const { origins = "*" } = cors === true ? {} : cors;
  const pages = origins === "*" ? "every origin" : origins.join(", ");
  notices.warn(
    `Web pages of ${pages} may call (service.cors). Anyone who opens a page can read a key in it.`,
  );
}
