import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { PartProps } from "~/domain/customers/card-part";
import { RowLink } from "~/ui/list/RowLink";
import type { SubmissionRow } from "../list.server";
import { StatusBadge, SubmissionMoment } from "./cells";

/** A customer's latest submissions, newest first. */
export interface LatestSubmissions {
  list: SubmissionRow[];
  email: string;
  hasMore: boolean;
}

/** The customer's latest submissions with their status. */
export function SubmissionsPart({ data: { list, email, hasMore } }: PartProps<LatestSubmissions>) {
  if (list.length === 0)
    return (
      <Text as="p" tone="subdued">
        No submission was made with this email address.
      </Text>
    );
  return (
    <BlockStack gap="200">
      {list.map(({ id, createdDate, status, denyReason }) => (
        <InlineStack key={id} gap="200" align="space-between" blockAlign="center">
          <span>
            <RowLink to={`/promo?tab=AllSubmissions&open=${id}`}>{`Submission ${id}`}</RowLink>{" "}
            <Text as="span" tone="subdued">
              <SubmissionMoment at={createdDate} />
              {denyReason && `, ${denyReason}`}
            </Text>
          </span>
          <StatusBadge status={status} />
        </InlineStack>
      ))}
      {hasMore && (
        <Link url={`/promo?${new URLSearchParams({ tab: "AllSubmissions", q: email })}`}>
          All submissions
        </Link>
      )}
    </BlockStack>
  );
}
