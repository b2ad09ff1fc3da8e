import { describe, expect, it } from "vitest";
import { readRequirements, requirementLists } from "../gate/requirements.js";

describe.each(requirementLists)("the requirements of $file", ({ file, id: form }) => {
  const requirements = readRequirements({ file });
  const ids = requirements.map(({ id }) => id);

  it("give a reason for everything that is judged otherwise or left for later", () => {
    const silent = requirements.filter(
      ({ status, reason }) => (status === "judged" || status === "later") && !reason,
    );
    expect(silent).toEqual([]);
  });

  it("have ids of their form, each once, and of no other list's form", () => {
    const forms = requirementLists.filter(({ id }) => ids.some((known) => id.test(known)));
    expect(forms.map(({ id }) => id)).toEqual([form]);
    expect(ids.filter((id) => !form.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it("the rows of the matrix of faults are all there", () => {
  const counts = new Map<string, number>();
  for (const { id } of readRequirements({ file: "faults.json" })) {
    counts.set(id.slice(0, 1), (counts.get(id.slice(0, 1)) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({
    ...{ U: 23, J: 12, S: 23, C: 12, B: 18, H: 21 },
    ...{ K: 2, L: 6, Q: 3, T: 1, P: 4 },
  });
});
