import { Text } from "@shopify/polaris";
import type { PartProps } from "~/domain/customers/card-part";
import { Moment } from "~/ui/Moment";
import type { SyncState } from "../state";
import styles from "./SyncText.module.css";

/** The customer's state in Agora. The card's header has the button. */
export const SyncPart = ({ data }: PartProps<SyncState>) => <SyncText state={data} />;

/** A person's sync state: when they were synced, why it failed, and whether they have changed since. */
export function SyncText({ state }: { state: SyncState | undefined }) {
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
