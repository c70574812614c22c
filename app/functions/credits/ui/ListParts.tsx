import { Button } from "@shopify/polaris";
import type { PageCall } from "~/platform/page-call";
import { useCall } from "~/ui/useCall";
import { CREDITS_TAB_NAMES, CREDITS_TABS } from "../list";
import type { CreditCustomer } from "../schemas";

interface ExportFilteredProps {
  /** The call that exports the list as it is shown. */
  call: PageCall;
  /** True when there are no rows. */
  disabled: boolean;
}

/** Exports the filtered list to a spreadsheet, and shows when the file is ready. */
export function ExportFiltered({ call, disabled }: ExportFilteredProps) {
  const { run, isBusy } = useCall();
  return (
    <Button disabled={disabled} loading={isBusy} onClick={() => run(call)}>
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
