import { quote, refuse, type ServiceError } from "@diglot/core/formats";

type Fields = Readonly<Record<string, unknown>>;

/** The most letters by which a member may differ from the one that was meant. */
const farthest = 2;

/**
 * Refuses the first member that an object should not have, with a member of a similar name if the
 * object does not have that already.
 * @param at where the object is, such as `input[0]`; absent for the body
 */
export function findUnknownMember(
  object: Fields,
  known: ReadonlySet<string>,
  at?: string,
): ServiceError | undefined {
  const name = Object.keys(object).find((key) => !known.has(key));
  if (name === undefined) return undefined;
  const toPlace = (member: string) => (at === undefined ? member : `${at}.${member}`);
  const meant = [...known].find((member) => !Object.hasOwn(object, member) && isNear(name, member));
  const advice = meant === undefined ? "" : ` Did you mean '${toPlace(meant)}'?`;
  const place = toPlace(name);
  return refuse(`Unknown parameter: ${quote(place)}.${advice}`, place, "unknown_parameter");
}

/** Whether one name becomes the other by adding, removing or replacing few letters. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > farthest) return false;
  return distanceOf(one, other) <= farthest;
}

/** The number of letters to add, remove or replace, row by row of the table of all prefixes. */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[other.length] ?? 0;
}
