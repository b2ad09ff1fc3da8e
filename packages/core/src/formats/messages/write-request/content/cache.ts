import type { CacheMark, JsonObject } from "../../../../conversation/conversation.js";
import { toField, toPointer } from "../../../../conversation/pointer.js";
import { casesOf } from "../../../../conversation/slots.js";
import type { EmitContext } from "../../../upstream-format.js";
import { contentRules } from "../rules/content.js";

/** The most marks that the wire takes, the one on the whole request included. */
const mostMarks = 4;
const halfAnHour = 30 * 60;
const secondsOf: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 60 * 60],
  ["d", 24 * 60 * 60],
]);

const rules = /* @__PURE__ */ casesOf(contentRules, "block.cache");

/** The member that marks a thing, or nothing. */
export interface WrittenMark {
  readonly cache_control?: JsonObject;
}

/** Writes the marks of one request, in the order of the prompt: tools, system, messages, the whole. */
export interface MarkWriter {
  /** The member that marks a thing, or nothing. */
  write(cache: CacheMark | undefined, at: string): WrittenMark;
  /**
   * Writes the mark on the whole request, which stands for one on its last block, and applies the
   * rules that hold for all marks together.
   */
  finish(whole: CacheMark | undefined, at: string, last: JsonObject | undefined): WrittenMark;
}

/** A writer for one request. */
export function createMarkWriter(context: EmitContext): MarkWriter {
  const { capabilities, receipt } = context;
  const written: Written[] = [];
  let told = false;

  function write(cache: CacheMark | undefined, at: string): WrittenMark {
    if (!cache) return {};
    if (capabilities.promptCache === "auto" || capabilities.promptCache === "none") {
      const rule = capabilities.promptCache === "auto" ? rules.automatic : rules.none;
      if (!told) receipt.apply(rule, at);
      told = true;
      return {};
    }
    tellRest(cache, at, context);
    const ttl = toLifetime(cache, at, context);
    const mark = { type: "ephemeral", ...(ttl !== undefined && { ttl }) };
    written.push({ at, lifetime: lifetimeOf(mark) });
    return { cache_control: mark };
  }

  return {
    write,
    finish(whole, at, last) {
      const mark = write(whole, at);
      const { cache_control: other } = (last ?? {}) as WrittenMark;
      const contradicts =
        mark.cache_control && other && lifetimeOf(other) !== lifetimeOf(mark.cache_control);
      if (contradicts) receipt.apply(rules.contradicts, at);
      else tellOrder(written, context);
      tellNumber(written, context);
      return mark;
    },
  };
}

/** A mark that was written: whence, and for how long. */
interface Written {
  readonly at: string;
  readonly lifetime: string;
}

function lifetimeOf({ ttl = "5m" }: JsonObject): string {
  return String(ttl);
}

function tellNumber(written: readonly Written[], { receipt }: EmitContext): void {
  const fifth = written[mostMarks];
  if (!fifth) return;
  const reason = `The model behind this endpoint takes at most ${mostMarks} cache marks; the request has ${written.length}.`;
  receipt.apply(rules.tooMany, fifth.at, { reason });
}

function tellOrder(written: readonly Written[], { receipt }: EmitContext): void {
  const short = written.findIndex(({ lifetime }) => lifetime === "5m");
  const late = written.find(({ lifetime }, index) => index > short && lifetime === "1h");
  if (short >= 0 && late) receipt.apply(rules.order, late.at);
}

/** The wire knows two lifetimes; any other becomes the one that is nearer. */
function toLifetime({ ttl }: CacheMark, at: string, { receipt }: EmitContext): string | undefined {
  if (ttl === undefined || ttl === null) return undefined;
  if (ttl === "5m" || ttl === "1h") return ttl;
  const [, count = "0", unit = ""] = /^(\d+)([smhd])$/.exec(ttl) ?? [];
  const to = Number(count) * (secondsOf.get(unit) ?? 0) >= halfAnHour ? "1h" : "5m";
  receipt.apply(rules.lifetime, at, { to });
  return to;
}

function tellRest(cache: CacheMark, at: string, { own, receipt }: EmitContext): void {
  for (const [name, value] of Object.entries(cache)) {
    if (name === "type" || name === "ttl") continue;
    const place = at + toPointer([name]);
    receipt.apply(own.member(toField(place), value), place);
  }
}
