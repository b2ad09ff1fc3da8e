import { ConnectionMemory } from "../state/connection.js";

/** One of the conversations of a connection. Its requests are answered one after another. */
export class Lane {
  readonly memory = new ConnectionMemory();
  #last: Promise<void> = Promise.resolve();

  /** Waits for its turn. @returns what ends the turn */
  async enter(): Promise<() => void> {
    const before = this.#last;
    let leave: () => void = () => undefined;
    this.#last = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }
}
