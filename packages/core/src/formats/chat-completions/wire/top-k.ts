/** The value of `top_k`, a member that the vendor does not have; -1 turns it off at vLLM. */
export function toTopK(value: unknown): number | "off" | undefined {
  if (value === -1) return "off";
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
