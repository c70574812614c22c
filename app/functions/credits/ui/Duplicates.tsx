import { Badge, BlockStack, Box, Button, ButtonGroup, Card, InlineGrid, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { absoluteCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { Moment } from "~/ui/Moment";
import type { Duplicate } from "../duplicates/calls.server";
import { MAY_BE_PAID } from "../messages";
import type { DuplicateDecision } from "./DuplicateDialog";

const DuplicateDialog = lazyPart(() => import("./DuplicateDialog"));

/** Transactions that may already be paid, with the two choices for each, and for all of them. */
export function Duplicates({ list, total }: { list: readonly Duplicate[]; total: number }) {
  const { currency } = useFrame().shop;
  const [deciding, setDeciding] = useState<DuplicateDecision | null>(null);
  if (list.length === 0) return null;
  return (
    <section aria-label={MAY_BE_PAID}>
      <Box paddingBlockStart="300">
        <Card>
          <BlockStack gap="300">
            <InlineGrid columns={{ xs: 1, md: "1fr auto" }} alignItems="center" gap="200">
              <Text as="h2" variant="headingSm">
                {`${MAY_BE_PAID} (${total})`}
              </Text>
              {list.length > 1 && (
                <ButtonGroup>
                  <Button size="slim" onClick={() => setDeciding({ decision: "paid", list })}>
                    {`Mark ${list.length} as paid`}
                  </Button>
                  <Button size="slim" onClick={() => setDeciding({ decision: "send", list })}>
                    {`Send ${list.length}`}
                  </Button>
                </ButtonGroup>
              )}
            </InlineGrid>
            <Text as="p" tone="subdued">
              The database has failed over and lost what was recorded shortly before. Shopify has a
              transaction of the same amount from that time. Nothing is sent until you decide whether it is
              this one.
            </Text>
            {list.map((row) => (
              <InlineGrid key={row.id} columns={{ xs: 1, md: "1fr auto" }} alignItems="center" gap="200">
                <span>
                  <Badge tone="warning">{MAY_BE_PAID}</Badge> {row.type} of{" "}
                  {formatMoney(absoluteCents(row.amountCents), currency)} for{" "}
                  {row.customerName || row.customerEmail || row.customerId}: “{row.reference}”, requested by{" "}
                  {row.actorName} on <Moment at={row.at} time named />. Shopify made its transaction on{" "}
                  <Moment at={row.paidAt} time named />.
                </span>
                <ButtonGroup>
                  <Button
                    size="slim"
                    accessibilityLabel={`Already paid: ${row.reference}`}
                    onClick={() => setDeciding({ decision: "paid", list: [row] })}
                  >
                    Already paid
                  </Button>
                  <Button
                    size="slim"
                    accessibilityLabel={`Send: ${row.reference}`}
                    onClick={() => setDeciding({ decision: "send", list: [row] })}
                  >
                    Send
                  </Button>
                </ButtonGroup>
              </InlineGrid>
            ))}
            {total > list.length && (
              <Text as="p" tone="subdued">
                {`The other ${total - list.length} are shown when these are decided.`}
              </Text>
            )}
          </BlockStack>
        </Card>
      </Box>
      {deciding && (
        <Suspense>
          <DuplicateDialog {...deciding} onClose={() => setDeciding(null)} />
        </Suspense>
      )}
    </section>
  );
}
