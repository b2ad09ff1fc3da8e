import { pick } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { type MemberReaders, readMembers, toTexts } from "../draft/members.js";
import type { Path } from "../report/item.js";

/** The names under which Claude Code asks for its small model. */
const smallModels = ["claude-haiku-*", "claude-3-5-haiku-*", "claude-3-haiku-*"];

/** Routes that the name of a model decides, with the names that lead to them. */
const byName: Readonly<Record<string, readonly string[]>> = {
  default: ["*"],
  background: smallModels,
};

/** Routes that the contents of a request decide, and what Diglot has in their place. */
const byContent: Readonly<Record<string, string>> = {
  think: "Requests with thinking are not routed by it.",
  longContext: "Requests are not routed by their length.",
  webSearch: "Requests with a search are not routed by it. serverTools runs the search itself.",
  image: "Requests with images are not routed by them.",
};

/** Makes a model of each route, which callers can ask for by the route's name. */
export function readRoutes(value: unknown, draft: Draft): void {
  const { notes } = draft;
  const read = (route: unknown, path: Path) =>
    readRoute(String(path.at(-1)), route, path, value, draft);
  const readers: MemberReaders = {
    ...Object.fromEntries(
      [...Object.keys(byName), ...Object.keys(byContent)].map((name) => [name, read]),
    ),
    longContextThreshold: (_, path) =>
      notes.impossible(path, "Requests are not routed by their length."),
  };
  readMembers(pick(value, "Router"), ["Router"], readers, (_, path) =>
    notes.impossible(path, "Diglot has no such route."),
  );
  readMembers(pick(value, "fallback"), ["fallback"], {}, (_, path) => {
    const isRoute = draft.models.some(({ id }) => id === path.at(-1));
    if (!isRoute) notes.impossible(path, "No route of this name was imported.");
  });
}

function readRoute(name: string, route: unknown, path: Path, value: unknown, draft: Draft): void {
  const { notes, models } = draft;
  const places = [route, ...toTexts(pick(value, "fallback", name))];
  const known = new Set(models.map(({ id }) => id));
  const fallback = places.filter((one): one is string => typeof one === "string" && known.has(one));
  const [first] = fallback;
  if (first === undefined || first !== route) {
    notes.impossible(path, "No provider that was imported has this model.");
    return;
  }
  const aliases = byName[name];
  models.push({ id: name, fallback, ...(aliases && { aliases }) });
  noteRoute(name, path, draft);
  noteFallback(name, places.length - fallback.length, value, draft);
}

function noteRoute(name: string, path: Path, { notes }: Draft): void {
  if (name === "default") {
    notes.carried(path, "The model default, which every name without a model of its own leads to.");
  } else if (name === "background") {
    notes.carried(path, `The model background, also under the names ${smallModels.join(", ")}.`);
  } else {
    notes.impossible(path, `${byContent[name] ?? ""} Ask for the model ${name} by its name.`);
  }
}

function noteFallback(name: string, missing: number, value: unknown, { notes }: Draft): void {
  if (pick(value, "fallback", name) === undefined) return;
  const path = ["fallback", name];
  if (missing === 0) notes.carried(path, `fallback of the model ${name}.`);
  else
    notes.changed(path, `fallback of the model ${name}, without those that are not models here.`);
}
