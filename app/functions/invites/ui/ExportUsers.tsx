import { Button } from "@shopify/polaris";
import type { ListState } from "~/platform/list";
import { useOperation } from "~/ui/useOperation";

interface ExportUsersProps {
  registered: "0" | "1";
  state: ListState;
  /** There is nothing to export. */
  disabled: boolean;
}

/** Has the list written into a spreadsheet, with its search and order, and says when the file is there. */
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
