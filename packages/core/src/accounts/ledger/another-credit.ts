/** The refusal of a credit whose id another one has; every store throws it. */
export function anotherCredit(id: string): TypeError {
  return new TypeError(`The id ${JSON.stringify(id)} is that of another credit.`);
}
