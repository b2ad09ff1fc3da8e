import type { Check } from "../check.js";
import {
  equal,
  holds,
  isAnswer,
  isCount,
  isErrorOf,
  isFilled,
  isJson,
  isJsonList,
  type Json,
} from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { check } from "./define-checks.js";

const countPath = "/v1/messages/count_tokens";
const countable = { path: countPath, body: { max_tokens: undefined } };

/** The endpoints beside the main one. */
export const neighbours: readonly Check[] = [
  check("M072a", "Token counter", "The counter answers input_tokens only.", async (probe) => {
    const count = isAnswer(await probe.send(countable));
    equal(Object.keys(count), ["input_tokens"], "the members of the answer");
    holds(isCount(count.input_tokens, "input_tokens") > 0, "no input is counted");
  }),
  check("M072b", "Token counter", "A request is counted as it is then used.", async (probe) => {
    const counted = await probe.send(countable);
    if (counted.status !== 200) probe.skip(`the counter answers ${counted.status}`);
    const usage = isJson(isAnswer(await probe.send()).usage, "usage");
    equal(isAnswer(counted).input_tokens, inputOf(usage), "input_tokens");
  }),
  check("M073", "Token counter", "The counter refuses max_tokens.", async (probe) => {
    const answer = await probe.send({ path: countPath });
    const names = "max_tokens";
    isErrorOf(answer, { status: 400, type: "invalid_request_error", names });
  }),
  check("M074a", "Models list", "The models list has its members.", async (probe) => {
    const list = await page(probe, "");
    equal(typeof list.has_more, "boolean", "the type of has_more");
    const models = isJsonList(list.data, "data");
    for (const model of models) {
      isFilled(model.id, "id");
      equal(model.type, "model", "type");
    }
    equal(list.first_id, models[0]?.id, "first_id");
    equal(list.last_id, models.at(-1)?.id, "last_id");
  }),
  check("M074b", "Models list", "The models list goes on from page to page.", async (probe) => {
    if (isJsonList((await page(probe, "")).data, "data").length < 2) {
      probe.skip("the server has one model");
    }
    const first = await page(probe, "?limit=1");
    equal(isJsonList(first.data, "data").length, 1, "the number of models");
    equal(first.has_more, true, "has_more");
    const last = isFilled(first.last_id, "last_id");
    const next = await page(probe, `?limit=1&after_id=${encodeURIComponent(last)}`);
    const id = isFilled(isJsonList(next.data, "data")[0]?.id, "the id on the next page");
    equal(id === last, false, "whether the next page begins with the same model");
  }),
  check("M075", "Models list", "An unknown model is answered 404.", async (probe) => {
    const answer = await probe.send({ method: "GET", path: "/v1/models/no-such-model-0" });
    isErrorOf(answer, { status: 404, type: "not_found_error" });
  }),
];

async function page(probe: Probe, query: string): Promise<Json> {
  return isAnswer(await probe.send({ method: "GET", path: `/v1/models${query}` }));
}

/** All tokens of the input; those of the cache are counted apart. */
function inputOf(usage: Json): number {
  const counts = [
    usage.input_tokens,
    usage.cache_creation_input_tokens ?? 0,
    usage.cache_read_input_tokens ?? 0,
  ];
  return counts.reduce<number>((sum, count) => sum + isCount(count, "usage"), 0);
}
