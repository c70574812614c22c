import { Button } from "@shopify/polaris";

/** Links to further pages, on both tabs. */
export const MorePages = () => (
  <>
    <Button url="/credits/proof">Reconciliation</Button>
    <Button url="/credits/liability">Store credit owed</Button>
  </>
);
