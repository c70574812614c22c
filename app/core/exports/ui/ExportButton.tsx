import { Button } from "@shopify/polaris";
import type { ListState } from "~/platform/list";
import { type ExportedList, useExport } from "./useExport";

interface ExportButtonProps extends Pick<ExportedList, "report" | "part" | "filter"> {
  state: ListState;
}

/** Exports what the list shows, with its search and order. */
export function ExportButton({ state: { search, sort }, ...list }: ExportButtonProps) {
  const { run, isBusy } = useExport();
  return (
    <Button loading={isBusy} onClick={() => run({ ...list, search, sort })}>
      Export Excel
    </Button>
  );
}
