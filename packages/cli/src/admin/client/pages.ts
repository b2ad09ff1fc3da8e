import type { ListBody } from "../wire/bodies.js";
import type { AdminClient } from "./admin-client.js";

/** All pages of a list as one. */
export async function askAll<Item>(
  client: AdminClient,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<ListBody<Item>> {
  const data: Item[] = [];
  let after: string | undefined;
  do {
    const page: ListBody<Item> = await client.ask({
      method: "GET",
      path,
      query: { ...query, after },
    });
    data.push(...page.data);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return { object: "list", data };
}
