import type { DatabaseSync, StatementSync } from "node:sqlite";
import { createTransact } from "./transact.js";

/** Writes of many callers, which share transactions. */
export interface GroupCommit {
  /**
   * Does work that is written as a whole or not at all, after the work of all earlier calls. It is
   * committed at the end of this turn of the event loop, with the others of the turn, and has
   * resolved when it is; work that throws rejects, and fails no other.
   */
  write<T>(work: () => T): Promise<T>;
  /**
   * Does work that only reads, at the end of this turn: it sees what earlier calls have written, and a
   * caller that reads again and again lets others have their turn.
   */
  read<T>(work: () => T): Promise<T>;
  /** Commits now what waits for it. */
  flush(): void;
}

/** Most calls in one transaction: as long as it runs, no other process writes. */
const mostAtOnce = 100;

/** One call of `write`. */
interface Call {
  /** Does its work, and returns what tells its caller of the result. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** Group commit in a database. */
export function createGroupCommit(database: DatabaseSync): GroupCommit {
  const commit = createCommit(database);
  const waiting: Call[] = [];

  function flush(): void {
    while (waiting.length > 0) commit(waiting.splice(0, mostAtOnce));
  }

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ work: () => toAnswer(resolve, work()), reject });
      }),
    async read(work) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      flush();
      return work();
    },
    flush,
  };
}

function toAnswer<T>(resolve: (result: T) => void, result: T): () => void {
  return () => resolve(result);
}

/** Commits calls in one transaction, and tells their callers. */
function createCommit(database: DatabaseSync): (calls: readonly Call[]) => void {
  const transact = createTransact(database);
  const workApart = createWorkApart(database);
  return (calls) => {
    try {
      const work = calls.length === 1 ? ({ work }: Call) => work() : workApart;
      for (const answer of transact(() => calls.map(work))) answer();
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };
}

/** Does the work of a call in a transaction with others: if it throws, it alone is undone. */
function createWorkApart(database: DatabaseSync): (call: Call) => () => void {
  const begin = database.prepare("SAVEPOINT one");
  const undo = database.prepare("ROLLBACK TO one");
  const end = database.prepare("RELEASE one");
  return ({ work, reject }) => {
    begin.run();
    try {
      const answer = work();
      end.run();
      return answer;
    } catch (error) {
      undoOrThrow(undo, error);
      end.run();
      return () => reject(error);
    }
  };
}

/** After some failures, such as a full disk, SQLite has undone the work of all calls already. */
function undoOrThrow(undo: StatementSync, error: unknown): void {
  try {
    undo.run();
  } catch {
    throw error;
  }
}
