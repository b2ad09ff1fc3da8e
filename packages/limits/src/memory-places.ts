import type { Places } from "./store.js";

/** Places of this process. */
export function createMemoryPlaces(): Places {
  const taken = new Map<string, number>();

  function change(name: string, by: 1 | -1): void {
    const left = (taken.get(name) ?? 0) + by;
    if (left > 0) taken.set(name, left);
    else taken.delete(name);
  }

  return {
    async take(quotas) {
      const full = quotas.find(({ name, most }) => (taken.get(name) ?? 0) >= most);
      if (full) return { full };
      for (const { name } of quotas) change(name, 1);
      return {
        async leave() {
          for (const { name } of quotas) change(name, -1);
        },
      };
    },
  };
}
