import type { Admission, AdmissionRequest, EntranceRequest, KeyRecord, Limits } from "@diglot/core";

/** A key of the account `acc`. */
export function keyOf(record: Partial<KeyRecord> = {}): KeyRecord {
  return { id: "key", accountId: "acc", models: "all", ...record };
}

/** All that the limits are told of a request, before its body is read and after. */
export type Asked = EntranceRequest & AdmissionRequest;

/** A request that has a place and was admitted. */
export interface Admitted extends Admission {
  release(): void;
}

/** What a key asks for. */
export function request(record: Partial<KeyRecord> = {}, inputTokens = 10): Asked {
  return {
    key: keyOf(record),
    requestId: "req_1",
    model: "m",
    inputTokens,
    signal: new AbortController().signal,
  };
}

/** Takes a place and charges the rates; a request that is refused gives its place back. */
export async function admit(limits: Limits, asked: Asked): Promise<Admitted> {
  const entrance = await limits.enter(asked);
  try {
    const admission = await entrance.admit(asked);
    return { ...admission, release: () => entrance.release() };
  } catch (error) {
    entrance.release();
    throw error;
  }
}

/** So many requests at once, over several instances in turn: who was let in, and who was refused why. */
export async function burst(
  instances: readonly Limits[],
  count: number,
  asked: Asked,
): Promise<{ readonly admitted: readonly Admitted[]; readonly refused: readonly unknown[] }> {
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      admit(instances[index % instances.length] as Limits, asked),
    ),
  );
  return {
    admitted: results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])),
    refused: results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
  };
}
