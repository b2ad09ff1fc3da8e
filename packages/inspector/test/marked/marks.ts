/** Texts that are each put at one place, so that whoever finds one knows where it comes from. */
export class Marks {
  readonly #places: string[] = [];

  /** A text of its own for a place. */
  at(place: string): string {
    this.#places.push(place);
    return `marked${this.#places.length - 1}text`;
  }

  /** The places whose texts are part of a text, each once, in the order of the alphabet. */
  foundIn(text: string): readonly string[] {
    const found = [...text.matchAll(/marked(\d+)text/g)].map(([, index]) => Number(index));
    return [...new Set(found.map((index) => this.#places[index] ?? ""))].sort();
  }

  /** How many texts were made. */
  get count(): number {
    return this.#places.length;
  }

  /** Copies of a value, in each of which another text or another name of a member is marked. */
  each(value: unknown, where: string): readonly unknown[] {
    return placesOf(value).map((place) => {
      const name = place.path.filter((part) => typeof part === "string").join(".");
      return replace(value, place, this.at(`${where}: ${place.isName ? `name of ${name}` : name}`));
    });
  }
}

/** A text of a value, or the name of a member. */
interface Place {
  readonly path: readonly (string | number)[];
  readonly isName: boolean;
}

function placesOf(value: unknown, path: Place["path"] = []): readonly Place[] {
  if (typeof value === "string") return [{ path, isName: false }];
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    { path: [...path, name], isName: true },
    ...placesOf(member, [...path, name]),
  ]);
}

function replace(value: unknown, { path, isName }: Place, text: string): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return text;
  const inner = { path: rest, isName };
  if (Array.isArray(value))
    return value.with(Number(first), replace(value[Number(first)], inner, text));
  const entries = Object.entries(value as object).map(([name, member]) => {
    if (name !== first) return [name, member];
    return isName && rest.length === 0 ? [text, member] : [name, replace(member, inner, text)];
  });
  return Object.fromEntries(entries);
}
