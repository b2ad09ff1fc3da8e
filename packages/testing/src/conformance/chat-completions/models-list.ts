import type { Check } from "../check.js";
import { equal, isAnswer, isCount, isFilled, isJsonList, isString, type Json } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { isRefusal } from "./asking/envelope.js";
import { defineChecks } from "./define-checks.js";

const path = "/v1/models";

/** The models that a server names. */
export const modelsListChecks: readonly Check[] = defineChecks("Models list", [
  [
    "C108a",
    "GET /v1/models answers a list of models.",
    async (probe) => {
      const models = await listed(probe);
      for (const model of models) isModel(model);
      const ids = models.map(({ id }) => id);
      equal(new Set(ids).size, ids.length, "the number of distinct ids");
    },
  ],
  [
    "C108b",
    "GET /v1/models/{id} gives the object of the list.",
    async (probe) => {
      const [model] = await listed(probe);
      if (model === undefined) return probe.skip("the list is empty");
      const id = isFilled(model.id, "the id of the first model");
      equal(await modelAt(probe, encodeURIComponent(id)), model, "the model");
    },
  ],
  [
    "C108c",
    "GET /v1/models/{id} of a model that does not exist is answered 404 model_not_found.",
    async (probe) => {
      const answer = await probe.send({ method: "GET", path: `${path}/no-such-model-anywhere` });
      isRefusal(answer, { status: 404, code: "model_not_found" });
    },
  ],
  [
    "C109",
    "A model id with a slash is found both percent-encoded and raw, and gives the same object.",
    async (probe) => {
      const model = (await listed(probe)).find(({ id }) => String(id).includes("/"));
      if (model === undefined) return probe.skip("no id of the list has a slash");
      const id = isFilled(model.id, "the id of the model");
      equal(await modelAt(probe, encodeURIComponent(id)), model, "the model, percent-encoded");
      equal(await modelAt(probe, id), model, "the model, raw");
    },
  ],
]);

async function listed(probe: Probe): Promise<readonly Json[]> {
  const list = isAnswer(await probe.send({ method: "GET", path }));
  equal(list.object, "list", "object");
  return isJsonList(list.data, "data");
}

async function modelAt(probe: Probe, segment: string): Promise<Json> {
  return isAnswer(await probe.send({ method: "GET", path: `${path}/${segment}` }));
}

function isModel(model: Json): void {
  isFilled(model.id, "the id of a model");
  equal(model.object, "model", "the object of a model");
  isCount(model.created, "the created of a model");
  isString(model.owned_by, "the owned_by of a model");
}
