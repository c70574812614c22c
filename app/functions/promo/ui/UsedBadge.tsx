import { Badge } from "@shopify/polaris";

/** Whether another submission has the same address or receipt id. */
export const UsedBadge = ({ isUsed }: { isUsed: boolean }) =>
  isUsed ? <Badge tone="warning">Yes</Badge> : "No";
