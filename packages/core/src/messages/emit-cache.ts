import type { CacheMark, JsonObject } from "../conversation/conversation.js";
import { toField } from "../conversation/pointer.js";
import type { EmitContext } from "../upstream-format.js";
import { contentRules } from "./emit-rules-content.js";

/** The most marks that the wire takes, the one on the whole request included. */
const mostMarks = 4;
const halfAnHour = 30 * 60;
const secondsOf: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 60 * 60],
  ["d", 24 * 60 * 60],
]);

const rules = contentRules["block.cache"];

/** Writes the marks of one request, in the order of the prompt: tools, system, messages, the whole. */
export interface MarkWriter {
  /** The member that marks a thing, or nothing. */
  write(cache: CacheMark | undefined, at: string): { readonly cache_control?: JsonObject };
  /** Applies the rules that hold for all marks together. */
  finish(): void;
}

/** A writer for one request. */
export function createMarkWriter(context: EmitContext): MarkWriter {
  const { capabilities, receipt } = context;
  const written: { readonly at: string; readonly lifetime: string }[] = [];
  let told = false;

  return {
    write(cache, at) {
      if (!cache) return {};
      if (capabilities.promptCache === "auto" || capabilities.promptCache === "none") {
        const rule = capabilities.promptCache === "auto" ? rules.automatic : rules.none;
        if (!told) receipt.apply(rule, at);
        told = true;
        return {};
      }
      tellRest(cache, at, context);
      const ttl = toLifetime(cache, at, context);
      written.push({ at, lifetime: ttl ?? "5m" });
      return { cache_control: { type: "ephemeral", ...(ttl !== undefined && { ttl }) } };
    },
    finish() {
      const fifth = written[mostMarks];
      if (fifth) {
        const reason = `The model behind this endpoint takes at most ${mostMarks} cache marks; the request has ${written.length}.`;
        receipt.apply(rules.tooMany, fifth.at, { reason });
      }
      const short = written.findIndex(({ lifetime }) => lifetime === "5m");
      const late = written.find(({ lifetime }, index) => index > short && lifetime === "1h");
      if (short >= 0 && late) receipt.apply(rules.order, late.at);
    },
  };
}

/** The wire knows two lifetimes; any other becomes the one that is nearer. */
function toLifetime({ ttl }: CacheMark, at: string, { receipt }: EmitContext): string | undefined {
  if (ttl === undefined || ttl === "5m" || ttl === "1h") return ttl;
  const [, count = "0", unit = ""] = /^(\d+)([smhd])$/.exec(ttl) ?? [];
  const to = Number(count) * (secondsOf.get(unit) ?? 0) >= halfAnHour ? "1h" : "5m";
  receipt.apply(rules.lifetime, at, { to });
  return to;
}

function tellRest(cache: CacheMark, at: string, { own, receipt }: EmitContext): void {
  for (const [name, value] of Object.entries(cache)) {
    if (name === "type" || name === "ttl") continue;
    receipt.apply(own.member(`${toField(at)}.${name}`, value), at);
  }
}
