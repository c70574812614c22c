import { Card } from "@shopify/polaris";
import { EmptyState } from "~/ui/EmptyState";

/** The home of somebody to whom nothing was granted yet. */
export function NothingToOpen() {
  return (
    <Card>
      <EmptyState heading="There is nothing for you to open yet">
        Ask the account owner to grant you functions on the Access page. They appear here at once.
      </EmptyState>
    </Card>
  );
}
