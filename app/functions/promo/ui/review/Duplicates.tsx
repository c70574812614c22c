import { Badge, Banner, BlockStack, Box, Button, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { formatUsDate } from "~/platform/dates/date-text";
import { Moment } from "~/ui/Moment";
import { useLoad } from "~/ui/useLoad";
import type { Duplicate, DuplicatesAnswer } from "../../read-answers.server";
import { StatusBadge } from "../cells";
import { ReceiptViewer } from "../receipt/ReceiptViewer";
import { Section } from "./SubmissionSections";

const MATCHES: Record<Duplicate["matches"][number], string> = {
  receiptId: "Receipt ID",
  address: "Address",
  email: "Email",
  amount: "Amount",
  picture: "Picture",
  content: "Text of the receipt",
};

const MAX_SHOWN = 2;

/**
 * Submissions that may be the same purchase, each with what it has in common and its receipt to compare. Renders nothing when there
 * are none.
 */
export function Duplicates({ id }: { id: string }) {
  const { data, load } = useLoad<DuplicatesAnswer>();
  useEffect(() => load(`/promo/submissions/${id}/duplicates`), [load, id]);
  const [openId, setOpenId] = useState<number>();
  const [showsAll, setShowsAll] = useState(false);
  if (data?.notice)
    return (
      <Section title="Possible duplicates">
        <Banner tone="critical">{data.notice.text}</Banner>
      </Section>
    );
  if (!data?.list?.length) return null;
  // More of them would move the purchase below the receipt's beginning.
  const shown = showsAll ? data.list : data.list.slice(0, MAX_SHOWN);
  return (
    <Section title="Possible duplicates">
      <BlockStack gap="200">
        {shown.map((duplicate) => (
          <Box key={duplicate.id} padding="200" borderWidth="025" borderColor="border" borderRadius="200">
            <BlockStack gap="100">
              <InlineStack gap="100" blockAlign="center">
                <Text as="span" fontWeight="medium">
                  {duplicate.id} - {duplicate.name}
                </Text>
                <StatusBadge status={duplicate.status} />
                {duplicate.matches.map((match) => (
                  <Badge key={match} tone={duplicate.isSamePurchase ? "critical" : "warning"}>
                    {MATCHES[match]}
                  </Badge>
                ))}
              </InlineStack>
              <Text as="span" tone="subdued">
                Submitted <Moment at={duplicate.createdDate} time zone="UTC" named />, receipt{" "}
                {duplicate.receiptId}, {duplicate.retailer}, {formatUsDate(duplicate.purchaseDate)},{" "}
                {duplicate.shippingAddress1}, {duplicate.shippingCity}
              </Text>
              {duplicate.receipt && (
                <InlineStack>
                  <Button
                    size="slim"
                    ariaExpanded={openId === duplicate.id}
                    accessibilityLabel={`Receipt of ${duplicate.id}`}
                    onClick={() => setOpenId(openId === duplicate.id ? undefined : duplicate.id)}
                  >
                    Receipt
                  </Button>
                </InlineStack>
              )}
              {openId === duplicate.id && <ReceiptViewer receipt={duplicate.receipt} />}
            </BlockStack>
          </Box>
        ))}
        {shown.length < data.list.length && (
          <InlineStack>
            <Button size="slim" onClick={() => setShowsAll(true)}>
              {`Show all ${data.list.length}`}
            </Button>
          </InlineStack>
        )}
      </BlockStack>
    </Section>
  );
}
