import { Button } from "@shopify/polaris";
import { useOperation } from "~/ui/useOperation";

interface ExportFilteredProps {
  /** The fields for the page's action: the list as it is shown. */
  fields: Record<string, string>;
  /** True when there are no rows. */
  disabled: boolean;
}

/** Exports the filtered list to a spreadsheet, and shows when the file is ready. */
export function ExportFiltered({ fields, disabled }: ExportFilteredProps) {
  const { run, isBusy } = useOperation();
  return (
    <Button disabled={disabled} loading={isBusy} onClick={() => run(fields)}>
      Export Filtered
    </Button>
  );
}
