import { isLoopback } from "../../reachable.js";
import type { Problem } from "../problem.js";
import { toList, toMembers } from "../read-parts.js";
import { findTwice } from "./names.js";

type Members = Readonly<Record<string, unknown>>;

/** What is wrong between keys and accounts. */
export function findMistakesOfAccounts(members: Members): readonly Problem[] {
  return [
    ...findTwice(["keys"], members.keys, "id"),
    ...findTwice(["keys"], members.keys, "key"),
    ...toList(members.keys).flatMap((key, index) =>
      findTwice(["keys", index, "budgets"], toMembers(key).budgets, "period"),
    ),
    ...Object.entries(toMembers(members.accounts)).flatMap(([id, account]) =>
      findTwice(["accounts", id, "budgets"], toMembers(account).budgets, "period"),
    ),
    ...findNobody(members),
    ...findEverybody(members),
  ];
}

/** Who can reach a gateway without keys spends what its upstreams cost. */
function findEverybody({ allowAnonymous, allowAnonymousFromNetwork, host }: Members) {
  const isMeant = allowAnonymous !== true || allowAnonymousFromNetwork === true;
  if (isMeant || typeof host !== "string" || isLoopback(host)) return [];
  const message = `must be false at the host ${JSON.stringify(host)}, which others can reach, unless \`allowAnonymousFromNetwork\` is true`;
  return [{ path: ["allowAnonymous"], message }];
}

/** Somebody must be able to call. */
function findNobody(members: Members): readonly Problem[] {
  const hasKeys = toList(members.keys).length > 0;
  if (members.allowAnonymous === true) {
    const message = "must be false where there are `keys`: nobody would be asked for one";
    return hasKeys ? [{ path: ["allowAnonymous"], message }] : [];
  }
  if (hasKeys || members.admin !== undefined || (members.keys && !Array.isArray(members.keys))) {
    return [];
  }
  const message = "must have a key, unless `admin` issues them or `allowAnonymous` is true";
  return [{ path: ["keys"], message }];
}
