import { useFetcher } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { useFileNotice } from "~/domain/exports/ui/useFileNotice";
import type { ListState } from "~/platform/list";
import type { InvitesAnswer } from "../form.server";

interface ExportUsersProps {
  registered: "0" | "1";
  state: ListState;
  /** There is nothing to export. */
  disabled: boolean;
}

/** Has the list written into a spreadsheet, with its search and order, and says when the file is there. */
export function ExportUsers({ registered, state: { search, sort }, disabled }: ExportUsersProps) {
  const fetcher = useFetcher<InvitesAnswer>();
  useFileNotice(fetcher.data?.jobId);
  return (
    <Button
      disabled={disabled}
      loading={fetcher.state !== "idle"}
      onClick={() =>
        fetcher.submit(
          { intent: "export", registered, search, sort, operationId: crypto.randomUUID() },
          { method: "post" },
        )
      }
    >
      Export
    </Button>
  );
}
