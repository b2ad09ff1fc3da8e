/**
 * The checks of what the real services refuse and a compatible one may let pass: unknown fields and
 * betas, turns in another order, names and texts of another form.
 */
export const strictChecks: ReadonlySet<string> = new Set([
  ...["M009", "M010", "M015", "M024", "M031a", "M031b", "M032", "M033", "M034b", "M035", "M036"],
  ...["M037a", "M037b", "M038", "M039a", "M044", "M046", "M047a", "M047b", "M048", "M050"],
  ...["M051a", "M053", "M054a", "M055", "M057", "M060", "M073", "M110"],
  ...["C009b", "C017c", "C023", "C026", "C028", "C041", "C042", "C044", "C045", "C046", "C047"],
  ...["C073", "C084", "C087", "C090", "C091c"],
  ...["R018", "R035", "R043"],
]);
