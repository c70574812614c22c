import { Button } from "@shopify/polaris";
import type { ListState } from "~/platform/list";
import { useOperation } from "~/ui/useOperation";

interface ExportUsersProps {
  registered: "0" | "1";
  state: ListState;
  /** There is nothing to export. */
  disabled: boolean;
}

/** Exports the list with its search and order, and shows when the file is ready. */
export function ExportUsers({ registered, state: { search, sort }, disabled }: ExportUsersProps) {
  const { run, isBusy } = useOperation();
  return (
    <Button
      disabled={disabled}
      loading={isBusy}
      onClick={() => run({ intent: "export", registered, search, sort })}
    >
      Export
    </Button>
  );
}
