import { addText, emptyHash, mixHashes } from "../../runtime/hash.js";
import type { Model } from "../model.js";

/** A member of a group. */
interface Ranked {
  readonly model: Pick<Model, "id">;
  readonly weight: number;
}

/** Ranks the members of a group for a conversation, by the hash of its beginning: their indexes, the best first. */
export type RankMembers = (beginning: number) => readonly number[];

/**
 * A ranking in which each member is first for its share of conversations, by its weight (weighted rendezvous
 * hashing). It needs no memory, so all processes with the same models rank alike; and a member that is
 * added or removed moves no conversation between the others. Members are told apart by the ids of their models.
 */
export function createRanking(members: readonly Ranked[]): RankMembers {
  const known = members.map(({ weight }, index) => ({
    index,
    weight,
    hash: hashAt(members, index),
  }));
  return (beginning) =>
    known
      .map(({ index, weight, hash }) => ({ index, score: weight / toDistance(beginning, hash) }))
      .sort((one, other) => other.score - one.score)
      .map(({ index }) => index);
}

/** Of several models with one id, each has its number in the hash. */
function hashAt(members: readonly Ranked[], index: number): number {
  const id = members[index]?.model.id ?? "";
  const earlier = members.slice(0, index).filter(({ model }) => model.id === id).length;
  return addText(emptyHash, `${earlier}:${id}`);
}

/** Exponentially distributed, so that weights are shares. */
function toDistance(beginning: number, hash: number): number {
  return -Math.log((mixHashes(beginning, hash) + 0.5) / 2 ** 32);
}
