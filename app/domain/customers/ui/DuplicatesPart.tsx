import { BlockStack, Text } from "@shopify/polaris";
import { RowLink } from "~/ui/list/RowLink";
import { Moment } from "~/ui/Moment";
import type { PartProps } from "../card-part";

/** Customers who may be the same person. Instants are ISO 8601. */
export interface PossibleDuplicates {
  list: {
    id: string;
    displayName: string;
    email: string | null;
    createdAt: string;
    isSameName: boolean;
    isSameMailbox: boolean;
  }[];
  hasMore: boolean;
}

/** Each possible duplicate with what it has in common with the customer. */
export const DuplicatesPart = ({ data: { list, hasMore } }: PartProps<PossibleDuplicates>) => (
  <BlockStack gap="200">
    {list.map(({ id, displayName, email, createdAt, isSameName, isSameMailbox }) => (
      <BlockStack key={id}>
        <span>
          <RowLink to={`/customers/${id}`}>{displayName || email || id}</RowLink>
        </span>
        {email && email !== displayName && (
          <Text as="span" breakWord>
            {email}
          </Text>
        )}
        <Text as="span" tone="subdued">
          {isSameName && isSameMailbox ? "Same name and mailbox" : isSameName ? "Same name" : "Same mailbox"},
          created <Moment at={createdAt} />
        </Text>
      </BlockStack>
    ))}
    {hasMore && (
      <Text as="p" tone="subdued">
        There are more with this name or mailbox.
      </Text>
    )}
  </BlockStack>
);
