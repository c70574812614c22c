import { useMemo } from "react";
import type { Registration } from "~/domain/registrations/status";
import type { ActionAnswer } from "~/platform/notice";
import type { BulkAction } from "~/ui/list/types";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { useFetcher } from "~/ui/useFetcher";
import type { SyncState } from "../state";
import { SyncButton } from "./SyncButton";
import { SyncText } from "./SyncPart";

/** A row that can be synced. */
interface Syncable {
  id: string;
  displayName: string;
  email: string;
}

/**
 * What a list of approved customers shows of the sync to Agora.
 * @param states the rows' states. Null on a tab whose customers aren't synced.
 */
export function useSync(registration: Registration, states: readonly SyncState[] | null) {
  const { submit, data, state } = useFetcher<ActionAnswer>();
  const clearLater = useClearWhenAccepted(data);
  const byId = useMemo(() => new Map(states?.map((state) => [state.id, state])), [states]);
  if (!states) return null;
  const bulkAction: BulkAction<Syncable> = {
    label: "Sync selected",
    loading: state !== "idle",
    onAction(rows, clear) {
      const customers = JSON.stringify(
        rows.map((row) => ({ id: row.id, label: `${row.displayName} (${row.email})` })),
      );
      clearLater(clear);
      submit({ intent: "syncMany", registration, customers }, { method: "post", action: "/agora" });
    },
  };
  return {
    button: (row: Syncable) => <SyncButton customer={row} state={byId.get(row.id)} />,
    note: (row: Syncable) => <SyncText state={byId.get(row.id)} />,
    bulkAction,
  };
}
