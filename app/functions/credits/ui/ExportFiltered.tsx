import { Button } from "@shopify/polaris";
import { useFileNotice } from "~/domain/exports/ui/useFileNotice";
import { useOperation } from "~/ui/useOperation";
import type { CreditsAnswer } from "../form.server";

interface ExportFilteredProps {
  /** What the page's action is asked with: the list as it is shown. */
  fields: Record<string, string>;
  /** There are no rows. */
  disabled: boolean;
}

/** Has the list written into a spreadsheet with what narrows it, and says when the file is there. */
export function ExportFiltered({ fields, disabled }: ExportFilteredProps) {
  const { run, answer, isBusy } = useOperation<CreditsAnswer>();
  useFileNotice(answer?.jobId);
  return (
    <Button disabled={disabled} loading={isBusy} onClick={() => run(fields)}>
      Export Filtered
    </Button>
  );
}
