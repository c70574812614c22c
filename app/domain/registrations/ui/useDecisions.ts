import { useFetchers, useSubmit } from "@remix-run/react";
import { useEffect, useMemo, useRef } from "react";
import { type ListState, searchKind } from "~/platform/list";
import type { PageCall } from "~/platform/page-call";
import type { MatchCount } from "~/ui/list/types";
import { useActionAnswers } from "~/ui/notices/useActionAnswers";
import { AS_JSON, postedCall } from "~/ui/useCall";
import { useLoad } from "~/ui/useLoad";
import { registrationCall } from "../calls-of-pages";
import { narrowingParameters, type RegistrationNarrowing } from "../narrowing";
import type { Reason, Reasons } from "../reasons/reason";
import type { RegistrationRow } from "../registration-row.server";
import * as statuses from "../status";
import type { Rejection } from "./RejectDialog";

type DecidedRow = Pick<RegistrationRow, "id" | "displayName">;

const FETCHER_PREFIX = "decide:";

/** In the place of a row's id. */
const SEVERAL = "several";

/**
 * Decisions on the rows of a tab. A decided row leaves immediately, before the server has answered, and returns when the server
 * refuses. Several decisions can be in flight.
 * @param shown the rows that the page shows at the tab's status
 * @param options.action the page that decides, where it isn't the present one
 * @param options.onDecided called when the server has recorded a decision on one row
 */
export function useDecisions(
  registration: statuses.Registration,
  tab: statuses.RegistrationTab,
  shown: readonly { id: string }[],
  { action, onDecided }: { action?: string; onDecided?: () => void } = {},
) {
  const submit = useSubmit();
  const fetchers = useFetchers();
  const from = statuses.statusOfTab(tab);
  const operations = useOperationIds(from, shown);
  const unsavedNotes = useRef(new Map<string, string>());
  /** Keeps the note of a rejection until the server has taken it. */
  const keepNote = (key: string, rejection: Rejection | undefined, onAccepted?: () => void) => {
    if (rejection) unsavedNotes.current.set(key, rejection.note);
    return () => {
      unsavedNotes.current.delete(key);
      onAccepted?.();
    };
  };

  const leaving = useMemo(() => {
    const inFlight = fetchers.filter(({ key, state }) => key.startsWith(FETCHER_PREFIX) && state !== "idle");
    return new Set(inFlight.map(({ key }) => key.slice(FETCHER_PREFIX.length)));
  }, [fetchers]);

  const post = (row: DecidedRow, call: PageCall, operationId: string) =>
    submit(postedCall(call, operationId), {
      ...AS_JSON,
      action,
      navigate: false,
      fetcherKey: `${FETCHER_PREFIX}${row.id}`,
    });

  return {
    leaving,
    /** The note of a rejection that wasn't recorded. @param id of the row; without one, of several rows */
    noteOf: (id = SEVERAL): string => unsavedNotes.current.get(id) ?? "",
    decide(row: DecidedRow, to: statuses.RegistrationStatus, rejection?: Rejection): void {
      const operationId = operations.idOf(
        JSON.stringify([row.id, to, rejection]),
        [row],
        keepNote(row.id, rejection, onDecided),
      );
      const call = registrationCall(
        "customers.changeStatus",
        { ids: { id: row.id }, registration, ...moveOf(from, to), ...detailsOf(rejection) },
        row.displayName,
      );
      post(row, call, operationId);
    },
    /** @param onAccepted called when the server has taken it. After a refusal, the rows are still selected */
    decideMany(
      many: Many,
      to: statuses.RegistrationStatus,
      rejection: Rejection | undefined,
      onAccepted: () => void,
    ): void {
      const rows = "customers" in many ? many.customers : [];
      const operationId = operations.idOf(
        JSON.stringify([many, to, rejection]),
        rows,
        keepNote(SEVERAL, rejection, onAccepted),
      );
      const call = registrationCall("customers.decideMany", {
        registration,
        ...many,
        ...moveOf(from, to),
        ...detailsOf(rejection),
      });
      submit(postedCall(call, operationId), { ...AS_JSON, navigate: false });
    },
    /** Returns the customer to Pending. */
    backToPending(row: RegistrationRow, questionId: string): void {
      const call = registrationCall("questions.withdraw", { id: questionId }, row.displayName);
      post(row, call, crypto.randomUUID());
    },
  };
}

const moveOf = (from: statuses.RegistrationStatus, to: statuses.RegistrationStatus) => ({
  removeTag: statuses.STATUS_TAGS[from],
  addTag: statuses.STATUS_TAGS[to],
});

const detailsOf = (rejection?: Rejection) =>
  rejection && {
    ...(rejection.reason && { reason: rejection.reason }),
    ...(rejection.note && { note: rejection.note }),
    notify: rejection.notify,
  };

/** A decision that the server hasn't confirmed. */
interface OpenIntent {
  id: string;
  from: statuses.RegistrationStatus;
  customerIds: readonly string[];
  /** The server refused it, or a customer has left the status since: the next click is a new decision. */
  isOver?: boolean;
  onAccepted?: () => void;
}

/**
 * An idempotency key per decision, used until the server confirms or refuses it, so that a second click after a lost answer is the
 * same operation. When a customer has left the list and returned, it is a new decision.
 */
function useOperationIds(from: statuses.RegistrationStatus, shown: readonly { id: string }[]) {
  const open = useRef(new Map<string, OpenIntent>());
  useEffect(() => {
    const shownIds = new Set(shown.map(({ id }) => id));
    for (const operation of open.current.values()) {
      const hasLeft = operation.from !== from || operation.customerIds.some((id) => !shownIds.has(id));
      if (hasLeft) operation.isOver = true;
    }
  }, [from, shown]);
  useActionAnswers((answer, { fetcherKey }) => {
    const { operationId, status } = answer as { operationId?: string; status?: number };
    for (const [decision, operation] of open.current) {
      const { id, customerIds, onAccepted } = operation;
      if (status === 409 && fetcherKey === `${FETCHER_PREFIX}${customerIds.join()}`) operation.isOver = true;
      if (id !== operationId) continue;
      open.current.delete(decision);
      onAccepted?.();
    }
  });
  return {
    idOf(decision: string, rows: readonly { id: string }[], onAccepted?: () => void): string {
      const earlier = open.current.get(decision);
      const id = earlier && !earlier.isOver ? earlier.id : crypto.randomUUID();
      open.current.set(decision, { id, from, customerIds: rows.map((row) => row.id), onAccepted });
      return id;
    },
  };
}

/** The owner's active texts, fetched when first needed. Undefined until they are loaded. */
export function useReasons(isNeeded: boolean): Reasons | undefined {
  const { data, state, load } = useLoad<Record<keyof Reasons, { reasons: Reason[] }>>();
  useEffect(() => {
    if (isNeeded && !data && state === "idle") load("/reasons");
  }, [isNeeded, data, state, load]);
  if (!data) return undefined;
  const active = ({ reasons }: { reasons: Reason[] }) => reasons.filter((reason) => reason.active);
  return { reject: active(data.reject), question: active(data.question) };
}

/** What the list shows. */
interface Shown extends RegistrationNarrowing {
  tab: statuses.RegistrationTab;
  state: ListState;
}

/** How much of a name a job stores (characters). */
const MAX_LABEL_LENGTH = 300;

/** The selected registrations, as the calls take them. */
export const selectedOf = (rows: readonly RegistrationRow[]) => ({
  customers: rows.map(({ id, displayName, email }) => ({
    id,
    // A long name must not fail the whole selection.
    label: `${displayName} (${email})`.slice(0, MAX_LABEL_LENGTH),
  })),
});

/** All registrations that the list shows. The server finds them. @param count as it was confirmed */
export const allOf = ({ tab, state, ends, answer }: Shown, count: number) => ({
  match: { status: tab, ends, answer, search: searchKind(state.search), count },
});

/** The registrations that a call works on. */
export type Many = ReturnType<typeof selectedOf> | ReturnType<typeof allOf>;

/** Counts all registrations that the list shows. @throws when the server refuses */
export async function countMatching(
  registration: statuses.Registration,
  { tab, state, ...narrowing }: Shown,
): Promise<MatchCount> {
  const query = `?${new URLSearchParams(narrowingParameters(narrowing))}`;
  const response = await fetch(`/api/${statuses.REGISTRATION_PATHS[registration]}/${tab}/matches${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(searchKind(state.search)),
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return (await response.json()) as MatchCount;
}
