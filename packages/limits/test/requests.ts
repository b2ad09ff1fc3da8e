import type { Admission, AdmissionRequest, KeyRecord, Limits } from "@diglot/core";

/** A key of the account `acc`. */
export function keyOf(record: Partial<KeyRecord> = {}): KeyRecord {
  return { id: "key", accountId: "acc", models: "all", ...record };
}

/** What a key asks for. */
export function request(record: Partial<KeyRecord> = {}, inputTokens = 10): AdmissionRequest {
  return {
    key: keyOf(record),
    requestId: "req_1",
    model: "m",
    inputTokens,
    signal: new AbortController().signal,
  };
}

/** So many requests at once, over several instances in turn: who was let in, and who was refused why. */
export async function burst(
  instances: readonly Limits[],
  count: number,
  asked: AdmissionRequest,
): Promise<{ readonly admitted: readonly Admission[]; readonly refused: readonly unknown[] }> {
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => instances[index % instances.length]?.admit(asked)),
  );
  return {
    admitted: results.flatMap((result) =>
      result.status === "fulfilled" && result.value ? [result.value] : [],
    ),
    refused: results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
  };
}
