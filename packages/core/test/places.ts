/** A conversation, or a part of one, without the places in the caller's body that it came from. */
export function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "at" && name !== "places");
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutPlaces(member)]));
}
