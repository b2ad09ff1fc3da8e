/** What can be a member of one passing set. */
export interface Passing {
  /** Where the set keeps it; -1 outside. Only the set changes it. */
  slot: number;
}

/**
 * A set for members that pass through, for the same reason as the passing map. It keeps no order, and
 * finds a member by what the member itself remembers.
 */
export class PassingSet<Member extends Passing> {
  readonly #members: Member[] = [];

  get size(): number {
    return this.#members.length;
  }

  /** Adds a member, which must not be in the set yet. */
  add(member: Member): void {
    member.slot = this.#members.length;
    this.#members.push(member);
  }

  /** Removes a member. Anything else is left alone. */
  delete(member: Member): void {
    const { slot } = member;
    if (this.#members[slot] !== member) return;
    const last = this.#members.pop();
    if (last && last !== member) {
      this.#members[slot] = last;
      last.slot = slot;
    }
    member.slot = -1;
  }

  /** Removes all members. */
  clear(): void {
    for (const member of this.values()) this.delete(member);
  }

  /** The members as they are now. */
  values(): Member[] {
    return [...this.#members];
  }
}
