import type { Block, Turn } from "../../../conversation/conversation.js";
import type { RequestMessage } from "../schemas/messages.js";
import { cacheNameOf, cacheOf } from "../wire/cache-control.js";
import type { Scope } from "./scope.js";

/** The name of a message's author. */
export function nameOf({ name }: RequestMessage): Pick<Turn, "name"> {
  return typeof name === "string" ? { name } : {};
}

/** The blocks of a message, and the members that were read for them. */
export interface CacheControlledBlocks {
  readonly blocks: readonly Block[];
  readonly used: readonly string[];
}

/** Puts the cache control of a message on its last block, unless the block has its own or cannot have any. */
export function setLastCacheControl(
  blocks: readonly Block[],
  message: RequestMessage,
  scope: Scope,
): CacheControlledBlocks {
  const name = cacheNameOf(message);
  const last = blocks.at(-1);
  if (!name || !last || last.type === "native" || last.cache) return { blocks, used: [] };
  const marked = {
    ...last,
    ...cacheOf(message, scope),
    places: { ...last.places, cache: `${scope.at}/${name}` },
  };
  return { blocks: [...blocks.slice(0, -1), marked], used: [name] };
}
