import { createMemoryLedger } from "@diglot/core";
import { isOwnModel } from "../../own-model.js";
import { toList, toMembers } from "../read-parts.js";
import { partsOfAccount, partsOfKey } from "./accounts.js";
import type { Part } from "./find-refusals.js";
import { partOfModel, partOfOwnModel, partsOfUpstream } from "./models.js";
import { partOfAdmin, partOfService } from "./service.js";

/**
 * The parts of a config that the library checks, each by itself, with what takes it. It reads whatever
 * has the right shape; mistakes of shape are left out of a part before it is taken.
 */
export function listParts(config: unknown): readonly Part[] {
  const members = toMembers(config);
  const upstreams = toMembers(members.upstreams);
  // One ledger for all, because it refuses a credit whose id it knows.
  const ledger = createMemoryLedger();
  return [
    ...Object.entries(upstreams).flatMap(([name, one]) => partsOfUpstream(name, toMembers(one))),
    ...toList(members.models).map((model, index) =>
      isOwnModel(model)
        ? partOfOwnModel(index, model)
        : partOfModel(index, toMembers(model), upstreams),
    ),
    ...toList(members.keys).flatMap((key, index) => partsOfKey(index, toMembers(key), ledger)),
    ...Object.entries(toMembers(members.accounts)).flatMap(([id, account]) =>
      partsOfAccount(id, toMembers(account), ledger),
    ),
    ...(members.admin === undefined ? [] : [partOfAdmin(members.admin)]),
    ...(members.service === undefined ? [] : [partOfService(members.service)]),
  ];
}
