import { Button, Text } from "@shopify/polaris";
import { useMemo } from "react";
import type { PartProps } from "~/domain/customers/card-part";
import { type Registration, TAB_NAMES } from "~/domain/registrations/status";
import type { ActionAnswer } from "~/platform/notice";
import type { BulkAction } from "~/ui/list/types";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { Moment } from "~/ui/Moment";
import { useFetcher } from "~/ui/useFetcher";
import type { SyncState } from "../state";
import styles from "./SyncText.module.css";

/** The customer's state in Agora. The card's header has the button. */
export const SyncPart = ({ data }: PartProps<SyncState>) => <SyncText state={data} />;

/** A person's sync state: when they were synced, why it failed, and whether they have changed since. */
function SyncText({ state }: { state: SyncState | undefined }) {
  if (!state) return null;
  return (
    <span className={styles.text}>
      <Text as="span" variant="bodySm" tone={state.state === "failed" ? "critical" : "subdued"}>
        {wordsOf(state)}
      </Text>
      {state.changed && state.state !== "waiting" && (
        <Text as="span" variant="bodySm" tone="caution">
          {" "}
          Changed since the last sync.
        </Text>
      )}
    </span>
  );
}

function wordsOf({ state, at, error, syncedAt }: SyncState) {
  switch (state) {
    case "never":
      return "Not synced yet.";
    case "waiting":
      return "Waiting to be synced.";
    case "failed":
      return `Sync failed: ${error}`;
    case "synced":
      return (
        <>
          Synced <Moment at={syncedAt ?? at} time />.
        </>
      );
  }
}

/** The Sync button in the header of an approved customer's card. */
export const SyncHeader = ({ data, customer }: PartProps<SyncState>) =>
  customer.registrations.some(({ status }) => status === TAB_NAMES.approved) && (
    <SyncButton customer={customer} state={data} />
  );

interface SyncButtonProps {
  customer: { id: string; displayName: string };
  state: SyncState | undefined;
}

/** The Sync button in an approved person's row. */
function SyncButton({ customer: { id, displayName }, state }: SyncButtonProps) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <Button
      size="slim"
      accessibilityLabel={`Sync ${displayName}`}
      loading={fetcher.state !== "idle"}
      disabled={state?.state === "waiting"}
      onClick={() =>
        fetcher.submit({ intent: "sync", id, name: displayName }, { method: "post", action: "/agora" })
      }
    >
      Sync
    </Button>
  );
}

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
