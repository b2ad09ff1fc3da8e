import { describe, expect, it } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import { ServiceError } from "../../errors/service-error.js";
import { defineModel } from "../in-process/define-model.js";
import type { Attempt } from "../model.js";
import { createChoiceAttempts } from "./choice-attempts.js";

const modelOf = (id: string) => defineModel(id, async function* () {});
const model = modelOf("m");

/** Attempts of two choices; the reservation with this number is refused. */
function attemptsOf(refused?: number) {
  let opened = 0;
  const released: string[] = [];
  const attempts = createChoiceAttempts(async (announcement): Promise<Attempt> => {
    const id = `${announcement.model.id}${opened++}`;
    if (opened - 1 === refused) {
      throw new ServiceError({ kind: "budget_exhausted", message: "Empty." });
    }
    const { attempt } = modelRequestOf();
    const release = async () => void released.push(id);
    return { ...(await attempt(announcement)), id, release };
  }, 2);
  return { attempts, released, opened: () => opened };
}

describe("the first attempts of several choices", () => {
  it("are reserved all at once, when the first choice asks", async () => {
    const { attempts, opened, released } = attemptsOf();
    await attempts.take({ model });
    expect(opened()).toBe(2);
    await attempts.take({ model });
    expect([opened(), attempts.taken]).toEqual([2, 2]);
    attempts.release();
    await Promise.resolve();
    expect(released).toEqual([]);
  });

  it("are given to no choice if one is refused, and the others go back", async () => {
    const { attempts, released } = attemptsOf(1);
    await expect(attempts.take({ model })).rejects.toThrow("Empty.");
    await expect(attempts.take({ model })).rejects.toThrow("Empty.");
    expect([released, attempts.taken]).toEqual([["m0"], 0]);
  });

  it("are returned if nobody has taken them", async () => {
    const { attempts, released } = attemptsOf();
    await attempts.take({ model });
    attempts.release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(released).toEqual(["m0"]);
  });

  it("are replaced for a choice that another model answers", async () => {
    const { attempts, released } = attemptsOf();
    await attempts.take({ model });
    expect(await attempts.take({ model: modelOf("other") })).toMatchObject({ id: "other2" });
    expect(released).toEqual(["m0"]);
  });
});
