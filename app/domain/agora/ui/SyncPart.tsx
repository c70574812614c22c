import { BlockStack, InlineStack } from "@shopify/polaris";
import type { PartProps } from "~/domain/customers/card-part";
import type { SyncState } from "../state";
import { SyncButton } from "./SyncButton";
import { SyncText } from "./SyncText";

/** Where the person stands with Agora, and the button for those who are Approved. */
export function SyncPart({ data, customer }: PartProps<SyncState>) {
  const isApproved = customer.registrations.some(({ status }) => status === "Approved");
  return (
    <BlockStack gap="200">
      <SyncText state={data} />
      {isApproved && (
        <InlineStack>
          <SyncButton customer={customer} state={data} />
        </InlineStack>
      )}
    </BlockStack>
  );
}
