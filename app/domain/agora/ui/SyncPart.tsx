import { Button, Text } from "@shopify/polaris";
import { useMemo } from "react";
import type { PartProps } from "~/domain/customers/card-part";
import { type Registration, TAB_NAMES } from "~/domain/registrations/status";
import type { BulkAction } from "~/ui/list/types";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { Moment } from "~/ui/Moment";
import { useCall } from "~/ui/useCall";
import { agoraCall } from "../pages";
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
  const { run, isBusy } = useCall();
  return (
    <Button
      size="slim"
      accessibilityLabel={`Sync ${displayName}`}
      loading={isBusy}
      disabled={state?.state === "waiting"}
      onClick={() => run(agoraCall("agora.sync", { id }, displayName), "/agora")}
    >
      Sync
    </Button>
  );
}

/** In characters. A job stores no more of a label. */
const MAX_LABEL_LENGTH = 300;

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
  const { run, answer, isBusy } = useCall();
  const clearLater = useClearWhenAccepted(answer);
  const byId = useMemo(() => new Map(states?.map((state) => [state.id, state])), [states]);
  if (!states) return null;
  const bulkAction: BulkAction<Syncable> = {
    label: "Sync selected",
    loading: isBusy,
    onAction(rows, clear) {
      const customers = rows.map(({ id, displayName, email }) => ({
        id,
        // A long name is truncated, so that the selection isn't refused because of it.
        label: `${displayName} (${email})`.slice(0, MAX_LABEL_LENGTH),
      }));
      clearLater(clear);
      run(agoraCall("agora.syncMany", { registration, customers }), "/agora");
    },
  };
  return {
    button: (row: Syncable) => <SyncButton customer={row} state={byId.get(row.id)} />,
    note: (row: Syncable) => <SyncText state={byId.get(row.id)} />,
    bulkAction,
  };
}
