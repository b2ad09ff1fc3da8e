import { equal, holds, isAnswer, isFilled, isJsonList, isString, type Json } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { message } from "./asking/bodies.js";

const texts = ["One.", "Two.", "Three."];

/** @throws an error unless the input of a stored response can be listed in both orders, page by page */
export async function listsInput(probe: Probe, path: string): Promise<void> {
  const list = (query: string) => page(probe, `${path}/input_items${query}`);
  const rising = await list("?order=asc");
  equal(rising.said, texts, "the texts in rising order");
  equal(rising.body.has_more, false, "has_more of the whole list");
  equal((await list("")).said, texts.toReversed(), "the texts without an order");
  const first = await list("?order=asc&limit=2");
  equal(first.said, texts.slice(0, 2), "the texts of the first page");
  equal(first.body.has_more, true, "has_more of the first page");
  const last = isFilled(first.body.last_id, "last_id");
  const second = await list(`?order=asc&after=${encodeURIComponent(last)}`);
  equal(second.said, texts.slice(2), "the texts of the second page");
  equal(second.body.has_more, false, "has_more of the second page");
}

/** The input to list. */
export const keptInput: readonly Json[] = texts.map((text) => message("user", text));

async function page(probe: Probe, path: string) {
  const body = isAnswer(await probe.send({ method: "GET", path }));
  equal(body.object, "list", "object");
  const data = isJsonList(body.data, "data");
  holds(data.length > 0, "the list is empty");
  equal([body.first_id, body.last_id], [data[0]?.id, data.at(-1)?.id], "first_id and last_id");
  return { body, said: data.map(textOf) };
}

function textOf({ content }: Json): string {
  return isJsonList(content, "the content of an item")
    .map(({ text }) => isString(text, "the text of a part"))
    .join("");
}
