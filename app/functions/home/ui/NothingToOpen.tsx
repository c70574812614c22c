import { Card } from "@shopify/polaris";
import { EmptyState } from "~/ui/EmptyState";

/** The home page of an administrator without access to any function. */
export function NothingToOpen() {
  return (
    <Card>
      <EmptyState heading="There is nothing for you to open yet">
        Ask the account owner to grant you functions on the Access page. They appear here immediately.
      </EmptyState>
    </Card>
  );
}
