import type { DocumentStore, StoredDocument } from "@diglot/core";
import { assertEqual } from "./assert.js";
import { checkTests } from "./check.js";
import {
  type ContractCase,
  type ContractTests,
  type CreateSubject,
  clockOf,
  forEachNumber,
  openBoth,
  type Subject,
  toCases,
} from "./contract.js";
import { oddNames } from "./samples.js";

const minute = 60_000;

/** A case for every sentence of core's port `DocumentStore`. */
export function documentsContract(
  create: CreateSubject<Subject<DocumentStore>>,
): readonly ContractCase[] {
  return toCases(create, documentsTests);
}

const documentsTests: ContractTests<Subject<DocumentStore>> = {
  ...checkTests,
  async "write: keeps texts exactly, for every process, at once"(subject) {
    const [one, other] = await openBoth(subject);
    const documents = oddTexts.map((text, index) => ({ id: `text ${index}`, text }));
    await one.write("account", documents, minute);
    for (const store of [one, other]) {
      assertEqual(await readAll(store, "account", idsOf(documents)), documents, "the texts");
    }
  },
  async "write: keeps nothing if there is nothing"({ store }) {
    await store.write("account", [], minute);
    assertEqual(await readAll(store, "account", []), [], "no documents");
  },
  async "write: puts a document in the place of one with the same id"(subject) {
    const [one, other] = await openBoth(subject);
    await one.write("account", [{ id: "id", text: "old" }], minute);
    await other.write("account", [{ id: "id", text: "new" }], minute);
    assertEqual(await readAll(one, "account", ["id"]), [{ id: "id", text: "new" }], "the document");
  },
  async "write: keeps all that are written at once"(subject) {
    const handles = await openBoth(subject);
    const ids = Array.from({ length: 100 }, (_, index) => `id ${index}`);
    await forEachNumber(ids.length, 20, (index) =>
      handles[index % 2 === 0 ? 0 : 1].write(
        "account",
        [{ id: ids[index] ?? "", text: String(index) }],
        minute,
      ),
    );
    const found = await handles[0].read("account", ids);
    assertEqual(found.size, ids.length, "the documents that were kept");
  },
  async "read: finds those that exist, and says nothing of others"({ store }) {
    await store.write(
      "account",
      [
        { id: "one", text: "1" },
        { id: "two", text: "2" },
      ],
      minute,
    );
    const found = await readAll(store, "account", ["none", "two", "two"]);
    assertEqual(found, [{ id: "two", text: "2" }], "what was found");
  },
  async "read: finds documents of the same account only"({ store }) {
    await store.write("one", [{ id: "id", text: "of one" }], minute);
    assertEqual(await readAll(store, "other", ["id"]), [], "what another account finds");
    await store.write("other", [{ id: "id", text: "of other" }], minute);
    assertEqual(
      await readAll(store, "one", ["id"]),
      [{ id: "id", text: "of one" }],
      "what the first account finds",
    );
  },
  async "read: keeps accounts and ids apart, whatever they are called"({ store }) {
    for (const name of oddNames) {
      await store.write(name, [{ id: name, text: `of ${name}` }], minute);
    }
    for (const name of oddNames) {
      const expected = [{ id: name, text: `of ${name}` }];
      assertEqual(await readAll(store, name, [name]), expected, `the document of ${name}`);
    }
    assertEqual(await readAll(store, oddNames[0] ?? "", oddNames.slice(1)), [], "those of others");
  },
  async "read: finds nothing that has expired"(subject) {
    const { store } = subject;
    await store.write("account", [{ id: "short", text: "1" }], 20);
    await store.write("account", [{ id: "long", text: "2" }], minute);
    await clockOf(subject).advance(100);
    const found = await readAll(store, "account", ["short", "long"]);
    assertEqual(found, [{ id: "long", text: "2" }], "what is left");
  },
  async "write: gives a document that is written again its time anew"(subject) {
    const { store } = subject;
    await store.write("account", [{ id: "id", text: "1" }], 20);
    await store.write("account", [{ id: "id", text: "1" }], minute);
    await clockOf(subject).advance(100);
    assertEqual((await store.read("account", ["id"])).size, 1, "the documents that are left");
  },
  async "delete: deletes documents for every process, and no others"(subject) {
    const [one, other] = await openBoth(subject);
    const documents = ["a", "b", "c"].map((id) => ({ id, text: id }));
    await one.write("account", documents, minute);
    await one.write("other", documents, minute);
    await other.delete("account", ["a", "c", "none"]);
    assertEqual(idsOf(await readAll(one, "account", ["a", "b", "c"])), ["b"], "what is left");
    assertEqual(idsOf(await readAll(one, "other", ["a", "b", "c"])), ["a", "b", "c"], "of others");
  },
};

/** Texts that stores have stumbled over. */
const oddTexts: readonly string[] = [
  ...oddNames,
  "",
  "\0 and \u001f",
  '{"a":1.0,"a":"\\u0000"}',
  " line\r\nend\n",
  "\ufeffmark",
  "long ".repeat(40_000),
];

function idsOf(documents: readonly StoredDocument[]): readonly string[] {
  return documents.map(({ id }) => id);
}

/** The documents that a store finds, in the order of their ids in the question. */
async function readAll(
  store: DocumentStore,
  accountId: string,
  ids: readonly string[],
): Promise<readonly StoredDocument[]> {
  const found = await store.read(accountId, ids);
  return [...new Set(ids)].flatMap((id) => {
    const text = found.get(id);
    return text === undefined ? [] : [{ id, text }];
  });
}
