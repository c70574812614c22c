import { Button } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";
import { useFetcher } from "~/ui/useFetcher";
import type { SyncState } from "../state";

interface SyncButtonProps {
  customer: { id: string; displayName: string };
  state: SyncState | undefined;
}

/** The Sync button in an approved person's row. */
export function SyncButton({ customer: { id, displayName }, state }: SyncButtonProps) {
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
