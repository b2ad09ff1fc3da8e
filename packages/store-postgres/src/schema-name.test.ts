import { describe, expect, it } from "vitest";
import { createPostgresStore } from "./postgres-store.js";

const create = (schema: string) => createPostgresStore({ query: async () => [], schema });

describe("the name of a schema", () => {
  it.each(["diglot", "_x", "team_1", "a".repeat(63)])("may be %s", (name) => {
    expect(() => create(name)).not.toThrow();
  });

  it.each(["", "1a", "Diglot", 'a"; DROP', "pg_diglot", "a.b", "a-b", "é", "a".repeat(64)])(
    "may not be %j",
    (name) => {
      expect(() => create(name)).toThrow('createPostgresStore: "schema" must be 1 to 63');
    },
  );
});
