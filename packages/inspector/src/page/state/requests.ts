import { computed, signal } from "@preact/signals";
import type { InspectorNote, RequestList, RequestSummary } from "../../wire.js";
import { ApiError, ask } from "./api.js";
import { matches } from "./filter.js";

/** All requests that the service keeps, the newest first. */
const known = signal<readonly RequestSummary[]>([]);
/** What is shown while the list stands still. */
const frozen = signal<readonly RequestSummary[] | undefined>(undefined);

export const filter = signal("");
export const selected = signal<string | undefined>(undefined);
export const captures = signal<boolean | undefined>(undefined);
/** Whether the service has endpoints for administrators, as its host says. */
export const hasAdmin = signal(true);
/** Whether the service can tell what is known of its upstreams, as its host says. */
export const hasUpstreams = signal(false);
/** What the host wants to be read. */
export const notes = signal<readonly InspectorNote[]>([]);
/** Why the service could not be asked the last time. */
export const trouble = signal<string | undefined>(undefined);
/** The time of the service when it was asked the last time, in Unix milliseconds. */
export const serviceTime = signal(0);

export const isPaused = computed(() => frozen.value !== undefined);

/** The requests to be shown, the newest first. */
export const shown = computed(() => {
  const all = frozen.value ?? known.value;
  const words = filter.value.trim().toLowerCase();
  return words === "" ? all : all.filter((request) => matches(request, words));
});

/** How many requests are there, and how many have come while the list stood still. */
export const counts = computed(() => ({
  all: (frozen.value ?? known.value).length,
  waiting: frozen.value ? (known.value[0]?.number ?? 0) - (frozen.value[0]?.number ?? 0) : 0,
}));

/** Lets the list stand still, or go on. */
export function togglePause(): void {
  frozen.value = frozen.value ? undefined : known.value;
}

let cursor: string | undefined;

/** Asks for what has changed. Whatever goes wrong is noted as trouble. */
export async function refresh(): Promise<undefined> {
  try {
    const query = cursor === undefined ? "" : `?after=${cursor}`;
    const list = await ask<RequestList>(`/inspector/requests${query}`);
    cursor = list.next;
    captures.value = list.captures;
    hasAdmin.value = list.hasAdmin;
    hasUpstreams.value = list.hasUpstreams;
    // The same notes stay the same object, so that nothing is drawn again for them.
    if (JSON.stringify(list.notes) !== JSON.stringify(notes.value)) notes.value = list.notes;
    serviceTime.value = list.now;
    trouble.value = undefined;
    take(list);
  } catch (error) {
    const isAnswer = error instanceof ApiError;
    trouble.value = isAnswer ? error.message : "The service cannot be reached.";
  }
}

/** Rows that have not changed stay the same objects, in their places. */
function take({ isWhole, oldest, requests }: RequestList): void {
  const before = isWhole ? [] : known.value;
  const isSame = requests.length === 0 && (before.at(-1)?.number ?? oldest) >= oldest;
  if (isSame && !isWhole) return;
  const newest = before[0]?.number ?? 0;
  const fresh = requests.filter(({ number }) => number > newest);
  const changed = new Map(requests.map((request) => [request.id, request]));
  const kept = before.filter(({ number }) => number >= oldest);
  known.value = [
    ...fresh.sort((one, other) => other.number - one.number),
    ...(changed.size === fresh.length ? kept : kept.map((row) => changed.get(row.id) ?? row)),
  ];
}
