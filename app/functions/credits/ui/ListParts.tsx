import { Button } from "@shopify/polaris";
import { useOperation } from "~/ui/useOperation";
import { CREDITS_TAB_NAMES, CREDITS_TABS } from "../list";
import type { CreditCustomer } from "../schemas";

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

/** Links to further pages, on both tabs. */
export const MorePages = () => (
  <>
    <Button url="/credits/proof">Reconciliation</Button>
    <Button url="/credits/liability">Store credit owed</Button>
  </>
);

/** The tabs of the page. */
export const TABS = CREDITS_TABS.map((id) => ({ id, label: CREDITS_TAB_NAMES[id] }));

/** A customer as the list needs them. */
export type CustomerRow = CreditCustomer & { id: string };
