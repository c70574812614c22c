import { Button } from "@shopify/polaris";
import type { PageCall } from "~/platform/page-call";
import { useExport } from "./useExport";

/** Exports what the list shows, with its search and order. @param call the `rows` of the list's export */
export function ExportButton({ call }: { call: PageCall }) {
  const { run, isBusy } = useExport();
  return (
    <Button loading={isBusy} onClick={() => run(call)}>
      Export Excel
    </Button>
  );
}
