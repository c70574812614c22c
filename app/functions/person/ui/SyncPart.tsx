import { BlockStack, InlineStack } from "@shopify/polaris";
import type { SyncState } from "~/domain/agora/state";
import { SyncButton } from "~/domain/agora/ui/SyncButton";
import { SyncText } from "~/domain/agora/ui/SyncText";
import type { PartProps } from "../../person-card";

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
