import type { CacheControl } from "../../../../conversation/conversation.js";
import { toField, toPointer } from "../../../../json/pointer.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { blockCacheRules as rules } from "../rules/content.js";

/** The maximum number of cache controls, including the one on the whole request. */
const maxCacheControls = 4;
const halfAnHour = 30 * 60;
const secondsOf: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 60 * 60],
  ["d", 24 * 60 * 60],
]);

/** The `cache_control` member to add to an object, or nothing. */
export interface WrittenCacheControl {
  readonly cache_control?: JsonObject;
}

/**
 * Writes the cache controls of one request, in the order of the prompt: tools, system, messages,
 * the whole request.
 */
export interface CacheControlWriter {
  /** The `cache_control` member to add, or nothing. */
  write(cache: CacheControl | undefined, at: string): WrittenCacheControl;
  /**
   * Writes the cache control of the whole request, which stands for one on its last block, and
   * applies the rules about all cache controls together.
   */
  finish(
    whole: CacheControl | undefined,
    at: string,
    last: JsonObject | undefined,
  ): WrittenCacheControl;
}

/** A writer for one request. */
export function createCacheControlWriter(context: WriteRequestContext): CacheControlWriter {
  const { capabilities, receipt } = context;
  const written: Written[] = [];
  let reported = false;

  function write(cache: CacheControl | undefined, at: string): WrittenCacheControl {
    if (!cache) return {};
    if (capabilities.promptCache === "auto" || capabilities.promptCache === "none") {
      const rule = capabilities.promptCache === "auto" ? rules.automatic : rules.none;
      if (!reported) receipt.apply(rule, at);
      reported = true;
      return {};
    }
    tellRest(cache, at, context);
    const ttl = toLifetime(cache, at, context);
    const cacheControl = { type: "ephemeral", ...(ttl !== undefined && { ttl }) };
    written.push({ at, lifetime: lifetimeOf(cacheControl) });
    return { cache_control: cacheControl };
  }

  return {
    write,
    finish(whole, at, last) {
      const cacheControl = write(whole, at);
      const { cache_control: other } = (last ?? {}) as WrittenCacheControl;
      const contradicts =
        cacheControl.cache_control &&
        other &&
        lifetimeOf(other) !== lifetimeOf(cacheControl.cache_control);
      if (contradicts) receipt.apply(rules.contradicts, at);
      else tellOrder(written, context);
      tellNumber(written, context);
      return cacheControl;
    },
  };
}

/** A written cache control: its place and its lifetime. */
interface Written {
  readonly at: string;
  readonly lifetime: string;
}

function lifetimeOf({ ttl = "5m" }: JsonObject): string {
  return String(ttl);
}

function tellNumber(written: readonly Written[], { receipt }: WriteRequestContext): void {
  const fifth = written[maxCacheControls];
  if (!fifth) return;
  const reason = `The model behind this endpoint takes at most ${maxCacheControls} cache control markers; the request has ${written.length}.`;
  receipt.apply(rules.tooMany, fifth.at, { reason });
}

function tellOrder(written: readonly Written[], { receipt }: WriteRequestContext): void {
  const short = written.findIndex(({ lifetime }) => lifetime === "5m");
  const late = written.find(({ lifetime }, index) => index > short && lifetime === "1h");
  if (short >= 0 && late) receipt.apply(rules.order, late.at);
}

/** The wire has two lifetimes; any other is replaced by the nearer one. */
function toLifetime(
  { ttl }: CacheControl,
  at: string,
  { receipt }: WriteRequestContext,
): string | undefined {
  if (ttl === undefined || ttl === null) return undefined;
  if (ttl === "5m" || ttl === "1h") return ttl;
  const [, count = "0", unit = ""] = /^(\d+)([smhd])$/.exec(ttl) ?? [];
  const to = Number(count) * (secondsOf.get(unit) ?? 0) >= halfAnHour ? "1h" : "5m";
  receipt.apply(rules.lifetime, at, { to });
  return to;
}

function tellRest(cache: CacheControl, at: string, { native, receipt }: WriteRequestContext): void {
  for (const [name, value] of Object.entries(cache)) {
    if (name === "type" || name === "ttl") continue;
    const place = at + toPointer([name]);
    receipt.apply(native.member(toField(place), value), place);
  }
}
