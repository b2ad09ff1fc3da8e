import { isJsonObject } from "../../common/json.js";
import { messageOf } from "../../common/message-of.js";
import { type CheckedFormat, checkedEndpoints } from "../formats.js";
import { ask } from "../probing/create-probe.js";
import type { ProbedAnswer, Target } from "../probing/probe.js";
import { describeAnswer, judgeAnswer } from "./judge-answer.js";
import { maskKey } from "./mask-key.js";
import { TargetError } from "./target-error.js";

/**
 * The model to ask in each format: the target's own, else the first of its models list. Each is asked
 * once, so that a server which refuses everybody is not asked for every check.
 * @throws TargetError
 */
export async function reachModels(
  target: Target,
  formats: readonly CheckedFormat[],
): Promise<ReadonlyMap<CheckedFormat, string>> {
  const models = await Promise.all(
    formats.map(async (format) => {
      const model = await modelOf(target, format);
      await tryModel(target, format, model);
      return [format, model] as const;
    }),
  );
  return new Map(models);
}

async function modelOf(target: Target, format: CheckedFormat): Promise<string> {
  const list = await askList(target, format);
  const named = typeof target.model === "string" ? target.model : target.model?.[format];
  const model = named ?? firstListed(list);
  if (model !== undefined) return model;
  const seen = maskKey(`GET /v1/models is answered with ${describeAnswer(list)}`, target);
  if (judgeAnswer(list) === "key_refused") {
    throw new TargetError("key_refused", `${target.baseUrl} refuses the key: ${seen}`);
  }
  const nameOne = `${target.baseUrl} lists no models: name a model to ask for (${format})`;
  // An empty list says no more.
  const message = list.status === 200 && list.json ? nameOne : `${nameOne}. ${seen}`;
  throw new TargetError("no_model", message);
}

/** The list is asked for even if a model is named: it shows whether anybody answers at all. */
async function askList(target: Target, format: CheckedFormat): Promise<ProbedAnswer> {
  return ask(target, format, "", { method: "GET", path: "/v1/models" }).catch((cause: unknown) => {
    throw unreachable(target, cause);
  });
}

function firstListed({ json }: ProbedAnswer): string | undefined {
  const data = json?.data;
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  return isJsonObject(first) && typeof first.id === "string" ? first.id : undefined;
}

async function tryModel(target: Target, format: CheckedFormat, model: string): Promise<void> {
  const answer = await ask(target, format, model, {}).catch((cause: unknown) => {
    throw unreachable(target, cause);
  });
  const failure = judgeAnswer(answer);
  if (failure === undefined) return;
  const subject =
    failure === "key_refused" ? "the key" : `a request for the model ${JSON.stringify(model)}`;
  const seen = `POST ${checkedEndpoints[format]} is answered with ${describeAnswer(answer)}`;
  throw new TargetError(failure, maskKey(`${target.baseUrl} refuses ${subject}: ${seen}`, target));
}

function unreachable(target: Target, cause: unknown): TargetError {
  const message = `Cannot reach ${target.baseUrl}: ${messageOf(cause)}`;
  return new TargetError("unreachable", maskKey(message, target), { cause });
}
