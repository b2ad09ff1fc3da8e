/**
 * The most tokens of an answer in a window: what the tool usually asks for, but at most a quarter. Tools keep
 * that much of the window free, so more would leave a small one without room for the conversation.
 */
export function leaveForOutput(contextWindow: number, usual: number): number {
  return Math.min(usual, Math.floor(contextWindow / 4));
}
