import { translationTables } from "@diglot/core/translation";
import { responsesTranslationTables } from "@diglot/responses/translation";
import { describe, expect, it } from "vitest";
import { leavesOf } from "../../../core/test/leaves.js";
import { maximalRequests } from "../../../core/test/maximal-requests.js";
import {
  chatCompletionsMembers,
  chatCompletionsParts,
  chatCompletionsRoles,
  messagesBlocks,
  messagesMembers,
  messagesTools,
  responseMembers,
  responsesMembers,
} from "./official-members.js";

const formats = [
  {
    format: "messages",
    members: Object.keys(messagesMembers),
    types: Object.keys({ ...messagesBlocks, ...messagesTools }),
    roles: ["assistant", "system", "user"],
  },
  {
    format: "chat-completions",
    members: Object.keys(chatCompletionsMembers),
    types: Object.keys(chatCompletionsParts),
    roles: Object.keys(chatCompletionsRoles),
  },
] as const;

/** All values of a member, wherever it stands in the maximal requests of a format. */
function wordsOf(format: keyof typeof maximalRequests, member: string): ReadonlySet<unknown> {
  const leaves = maximalRequests[format].flatMap(({ body }) => leavesOf(body));
  return new Set(leaves.filter(({ path }) => path.at(-1) === member).map(({ value }) => value));
}

describe.each(formats)("the requests of $format", ({ format, members, types, roles }) => {
  it("have a row in the tables for every member that the official client knows", () => {
    const fields = translationTables.find((tables) => tables.format === format)?.requestFields;
    const rows = new Set(fields?.map(({ field }) => field.split(".", 1)[0]));
    expect(members.filter((member) => !rows.has(member))).toEqual([]);
  });

  it("are tried leaf by leaf with every member that the official client knows", () => {
    const used = new Set(maximalRequests[format].flatMap(({ body }) => Object.keys(body)));
    expect(members.filter((member) => !used.has(member))).toEqual([]);
  });

  it("are tried leaf by leaf with every type and role that the official client knows", () => {
    const used = { types: wordsOf(format, "type"), roles: wordsOf(format, "role") };
    expect(types.filter((type) => !used.types.has(type))).toEqual([]);
    expect(roles.filter((role) => !used.roles.has(role))).toEqual([]);
  });
});

describe("Responses", () => {
  const { requestFields, replyFields } = responsesTranslationTables;
  const rowsOf = (fields: typeof requestFields) =>
    new Set(fields.map(({ field }) => field.split(".", 1)[0]));

  it("has a row in the tables for every member of a request that the official client knows", () => {
    const rows = rowsOf(requestFields);
    expect(Object.keys(responsesMembers).filter((member) => !rows.has(member))).toEqual([]);
  });

  it("has a row in the tables for every member of a response that the official client knows", () => {
    const rows = rowsOf(replyFields);
    expect(Object.keys(responseMembers).filter((member) => !rows.has(member))).toEqual([]);
  });
});
