import type { AttemptRow, Outbox } from "@diglot/core";

/** What an outbox leaves behind. */
export type Disk = Map<string, AttemptRow>;

/** An outbox on a disk in memory: what is left on it can be opened again. */
export function createListOutbox(disk: Disk): Outbox {
  return {
    async put(row) {
      disk.set(row.attemptId, structuredClone(row));
    },
    list: async (limit) => [...disk.values()].slice(0, limit),
    async remove(attemptId) {
      disk.delete(attemptId);
    },
    count: async () => disk.size,
  };
}
