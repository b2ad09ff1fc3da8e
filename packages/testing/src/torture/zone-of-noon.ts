/** A time zone in which it is between noon and one o'clock. */
export function zoneOfNoon(now: number): string {
  const behind = new Date(now).getUTCHours() - 12;
  // West of Greenwich these names have a plus.
  return `Etc/GMT${behind < 0 ? "-" : "+"}${Math.abs(behind)}`;
}
