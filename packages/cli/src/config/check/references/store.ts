import type { Problem } from "../problem.js";

const membersOfStores: Readonly<Record<string, readonly string[]>> = {
  memory: ["keepRows", "keepIdempotencyKeys", "keepIdempotencyBytes"],
  sqlite: ["path", "durability"],
  postgres: ["url", "schema", "connections"],
};
const requiredOfStores: Readonly<Record<string, string>> = { sqlite: "path", postgres: "url" };

/** The members that a store needs, and those that another one has. */
export function findMistakesOfStore(store: Readonly<Record<string, unknown>>): readonly Problem[] {
  const type = String(store.type);
  const allowed = membersOfStores[type];
  if (!allowed) return [];
  const required = requiredOfStores[type];
  const foreign = Object.values(membersOfStores)
    .flat()
    .filter((name) => store[name] !== undefined && !allowed.includes(name));
  return [
    ...(required !== undefined && store[required] === undefined
      ? [{ path: ["store", required], message: `is missing; a store of type "${type}" needs it` }]
      : []),
    ...foreign.map((name) => ({
      path: ["store", name],
      message: `is not for a store of type "${type}"`,
    })),
  ];
}
