import { useFetchers, useSubmit } from "@remix-run/react";
import { useMemo } from "react";
import type { CustomerListRow } from "~/domain/customers/row";
import type { RegistrationStatus } from "../status";

const FETCHER_PREFIX = "decide:";

/**
 * Deciding on the rows of a tab. A decided row leaves at once, before the server has answered, and comes back when the
 * server refuses; several decisions can be on their way at the same time.
 */
export function useDecisions(from: RegistrationStatus) {
  const submit = useSubmit();
  const fetchers = useFetchers();

  const leaving = useMemo(() => {
    const onTheirWay = fetchers.filter(
      ({ key, state }) => key.startsWith(FETCHER_PREFIX) && state !== "idle",
    );
    return new Set(onTheirWay.map(({ key }) => key.slice(FETCHER_PREFIX.length)));
  }, [fetchers]);

  return {
    leaving,
    decide(row: CustomerListRow, to: RegistrationStatus): void {
      const operationId = crypto.randomUUID();
      submit(
        { intent: "decide", customerId: row.id, name: row.displayName, from, to, operationId },
        { method: "post", navigate: false, fetcherKey: `${FETCHER_PREFIX}${row.id}` },
      );
    },
    decideMany(rows: readonly CustomerListRow[], to: RegistrationStatus): void {
      const customers = JSON.stringify(
        rows.map((row) => ({ id: row.id, label: `${row.displayName} (${row.email})` })),
      );
      const operationId = crypto.randomUUID();
      submit({ intent: "decideMany", from, to, customers, operationId }, { method: "post", navigate: false });
    },
  };
}
