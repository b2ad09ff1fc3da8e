import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { chatCompletionsUpstream, messagesUpstream } from "../src/index.js";
import { type AnyUpstreamOptions, fakeUpstream } from "./upstream-of.js";

/** The function that creates an upstream of a format. */
export const upstreamCreators = {
  messages: messagesUpstream,
  "chat-completions": chatCompletionsUpstream,
} as const;

/** A caller's format and that of the upstream behind it. */
export interface Way {
  readonly caller: FormatName;
  readonly upstream: FormatName;
}

/** Every caller with every upstream: two combinations are relayed, two translated. */
export const everyWay: readonly Way[] = formatNames.flatMap((caller) =>
  formatNames.map((upstream) => ({ caller, upstream })),
);

/** One request to one scripted upstream: its answer, its row, and what the upstream received. */
export async function attemptOf(
  { caller, upstream }: Way,
  answer: () => Response,
  change: Record<string, unknown> = {},
  options: Partial<AnyUpstreamOptions> = {},
) {
  const fake = fakeUpstream(answer, options);
  const { service, ledger } = serviceOf(upstreamCreators[upstream](fake.options));
  const response = await service.request(...requestOf(caller, change));
  const text = await response.text();
  await service.close();
  const [row] = ledger.all();
  if (row === undefined || row.state === "open") throw new Error("The try was not settled.");
  return { row, text, status: response.status, seen: fake.seen };
}
