import { useFetchers, useSubmit } from "@remix-run/react";
import { useEffect, useMemo, useRef } from "react";
import { useActionAnswers } from "~/ui/notices/useActionAnswers";
import type { RegistrationRow } from "../registration-row";
import { type RegistrationStatus, type RegistrationTab, statusOfTab } from "../status";
import type { Rejection } from "./RejectDialog";

type DecidedRow = Pick<RegistrationRow, "id" | "displayName">;

const FETCHER_PREFIX = "decide:";

/**
 * Decisions on the rows of a tab. A decided row leaves immediately, before the server has answered, and returns when the server
 * refuses. Several decisions can be in flight.
 * @param shown the rows that the page shows at the tab's status
 * @param action the page that decides, where it isn't the present one
 */
export function useDecisions(tab: RegistrationTab, shown: readonly { id: string }[], action?: string) {
  const submit = useSubmit();
  const fetchers = useFetchers();
  const from = statusOfTab(tab);
  const operations = useOperationIds(from, shown);

  const leaving = useMemo(() => {
    const inFlight = fetchers.filter(({ key, state }) => key.startsWith(FETCHER_PREFIX) && state !== "idle");
    return new Set(inFlight.map(({ key }) => key.slice(FETCHER_PREFIX.length)));
  }, [fetchers]);

  const post = (row: DecidedRow, fields: Record<string, string>) =>
    submit(
      { customerId: row.id, name: row.displayName, ...fields },
      { method: "post", action, navigate: false, fetcherKey: `${FETCHER_PREFIX}${row.id}` },
    );

  return {
    leaving,
    decide(row: DecidedRow, to: RegistrationStatus, rejection?: Rejection): void {
      const operationId = operations.idOf(JSON.stringify([row.id, to, rejection]), [row]);
      post(row, { intent: "decide", from, to, operationId, ...fieldsOf(rejection) });
    },
    /** @param onAccepted called when the server has taken it. After a refusal, the rows are still selected */
    decideMany(
      rows: readonly RegistrationRow[],
      to: RegistrationStatus,
      rejection: Rejection | undefined,
      onAccepted: () => void,
    ): void {
      const customers = JSON.stringify(
        rows.map((row) => ({ id: row.id, label: `${row.displayName} (${row.email})` })),
      );
      const operationId = operations.idOf(JSON.stringify([customers, to, rejection]), rows, onAccepted);
      submit(
        { intent: "decideMany", from, to, customers, operationId, ...fieldsOf(rejection) },
        { method: "post", navigate: false },
      );
    },
    /** Returns the customer to Pending. */
    backToPending(row: RegistrationRow, questionId: string): void {
      post(row, { intent: "withdraw", questionId });
    },
  };
}

const fieldsOf = (rejection?: Rejection): Record<string, string> =>
  rejection
    ? { reason: rejection.reason, note: rejection.note, notify: rejection.notify ? "on" : "off" }
    : {};

/** A decision that the server hasn't confirmed. */
interface OpenOperation {
  id: string;
  from: RegistrationStatus;
  customerIds: readonly string[];
  /** The server refused it, or a customer has left the status since: the next click is a new decision. */
  isOver?: boolean;
  onAccepted?: () => void;
}

/**
 * An idempotency key per decision, used until the server confirms or refuses it, so that a second click after a lost answer is the
 * same operation. When a customer has left the list and returned, it is a new decision.
 */
function useOperationIds(from: RegistrationStatus, shown: readonly { id: string }[]) {
  const open = useRef(new Map<string, OpenOperation>());
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
