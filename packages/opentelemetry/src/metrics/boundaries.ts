/** The bucket boundaries that the convention gives, in seconds and in tokens. */
export const durations = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
/** Of times to the first token of a request. */
export const firstTokens = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
/** Of times between two tokens. */
export const betweenTokens = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5,
];
/** Of numbers of tokens: the powers of four. */
export const tokens = Array.from({ length: 14 }, (_, power) => 4 ** power);
