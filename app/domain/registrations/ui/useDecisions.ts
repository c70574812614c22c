import { useFetchers, useSubmit } from "@remix-run/react";
import { useMemo, useRef } from "react";
import { useActionAnswers } from "~/ui/notices/useActionAnswers";
import type { RegistrationRow } from "../registration-row";
import { type RegistrationStatus, type RegistrationTab, statusOfTab } from "../status";
import type { Rejection } from "./RejectDialog";

type DecidedRow = Pick<RegistrationRow, "id" | "displayName">;

const FETCHER_PREFIX = "decide:";

/**
 * Decisions on the rows of a tab. A decided row leaves immediately, before the server has answered, and returns when the server
 * refuses. Several decisions can be in flight.
 * @param action the page that decides, where it isn't the present one
 */
export function useDecisions(tab: RegistrationTab, action?: string) {
  const submit = useSubmit();
  const fetchers = useFetchers();
  const from = statusOfTab(tab);
  const operations = useOperationIds();

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
      const operationId = operations.idOf(JSON.stringify([row.id, from, to, rejection]));
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
      const operationId = operations.idOf(JSON.stringify([customers, from, to, rejection]), onAccepted);
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

/**
 * An idempotency key per decision, used until the server confirms it, so that a second click after a lost answer is the same
 * operation.
 */
function useOperationIds() {
  const open = useRef(new Map<string, { id: string; onAccepted?: () => void }>());
  useActionAnswers((answer) => {
    const { operationId } = answer as { operationId?: string };
    for (const [decision, { id, onAccepted }] of open.current) {
      if (id !== operationId) continue;
      open.current.delete(decision);
      onAccepted?.();
    }
  });
  return {
    idOf(decision: string, onAccepted?: () => void): string {
      const id = open.current.get(decision)?.id ?? crypto.randomUUID();
      open.current.set(decision, { id, onAccepted });
      return id;
    },
  };
}
