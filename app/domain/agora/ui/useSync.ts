import { useSubmit } from "@remix-run/react";
import { useMemo } from "react";
import type { Registration } from "~/domain/registrations/status";
import type { BulkAction } from "~/ui/list/types";
import type { SyncState } from "../state";

/** A row that can be synced. */
interface Syncable {
  id: string;
  displayName: string;
  email: string;
}

/**
 * What a list of approved people needs to sync them.
 * @param states where the rows stand; null on a tab whose people are not synced
 */
export function useSync(registration: Registration, states: readonly SyncState[] | null) {
  const submit = useSubmit();
  const byId = useMemo(() => new Map(states?.map((state) => [state.id, state])), [states]);
  if (!states) return null;
  const bulkAction: BulkAction<Syncable> = {
    label: "Sync selected",
    onAction(rows, clear) {
      const customers = JSON.stringify(
        rows.map((row) => ({ id: row.id, label: `${row.displayName} (${row.email})` })),
      );
      submit(
        { intent: "syncMany", registration, customers },
        { method: "post", action: "/agora", navigate: false },
      );
      clear();
    },
  };
  return { stateOf: (id: string) => byId.get(id), bulkAction };
}
