import { BlockStack, Text } from "@shopify/polaris";
import type { PartProps } from "~/domain/customers/card-part";
import { RowLink } from "~/ui/list/RowLink";
import type { InvitationState } from "../states";
import { InvitationStateText } from "./InvitationStateText";

/** A customer's latest invitations, newest first. */
export interface CustomerInvitations {
  list: {
    id: string;
    /** As what they are invited, such as "retiree user". */
    noun: string;
    /** The list with this invitation. */
    url: string;
    state: InvitationState;
    /** ISO 8601. */
    stateAt: string;
    problem: string | null;
    mailId: string | null;
    mails: number;
  }[];
  hasMore: boolean;
}

/** The customer's latest invitations with their state. */
export const InvitationsPart = ({ data, customer }: PartProps<CustomerInvitations>) => (
  <BlockStack gap="200">
    {data.list.map(({ id, noun, url, ...invitation }) => (
      <div key={id}>
        <RowLink to={url}>{`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`}</RowLink>
        <InvitationStateText {...invitation} displayName={customer.displayName} />
      </div>
    ))}
    {data.hasMore && (
      <Text as="p" tone="subdued">
        There are older invitations.
      </Text>
    )}
  </BlockStack>
);
