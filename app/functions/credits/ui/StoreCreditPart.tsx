import type { ContractRouterClient } from "@orpc/contract";
import { BlockStack, Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import type { PartProps } from "~/domain/customers/card-part";
import { NO_CENTS, subtractCents } from "~/platform/money/cents";
import { formatMoney, formatSigned } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { Moment } from "~/ui/Moment";
import type { creditsCalls } from "../calls.server";

const CreditDialog = lazyPart(() => import("./CreditDialog"));

type Calls = ContractRouterClient<typeof creditsCalls>;

/** The latest of a customer's statement. Null for a customer who never had credit. */
export type ShortStatement = Pick<Awaited<ReturnType<Calls["statement"]>>, "statement">;

/** The customer's store credit, the pending amount, and the latest transactions, with what issues credit and takes it. */
export function StoreCreditPart({ data: { statement }, customer, customerId }: PartProps<ShortStatement>) {
  const { currency } = useFrame().shop;
  const [dialog, setDialog] = useState<"issue" | "adjust" | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const balanceCents = statement?.balanceCents ?? NO_CENTS;
  const pending = statement ? subtractCents(statement.comingCents, statement.heldCents) : NO_CENTS;
  return (
    <BlockStack gap="300">
      <BlockStack gap="100">
        <Text as="p" variant="headingMd">
          {formatMoney(balanceCents, currency)}
        </Text>
        {pending !== 0 && (
          <Text as="p" tone="subdued">
            {formatSigned(pending, currency)} on its way
          </Text>
        )}
        {!statement && (
          <Text as="p" tone="subdued">
            This customer never had store credit.
          </Text>
        )}
      </BlockStack>
      <ButtonGroup>
        <Button onClick={() => setDialog("issue")}>Issue credit</Button>
        <Button disabled={balanceCents <= 0} onClick={() => setDialog("adjust")}>
          Adjust balance
        </Button>
      </ButtonGroup>
      {statement && (
        <BlockStack gap="200">
          {statement.lines.map((line) => (
            <InlineStack key={line.id} align="space-between" gap="200" wrap={false}>
              <span>
                <Moment at={line.at} zone="UTC" named /> {line.reference}
              </span>
              <span>{formatSigned(line.amountCents, currency)}</span>
            </InlineStack>
          ))}
          <Link url={`/credits/statement/${customerId}`}>Statement</Link>
        </BlockStack>
      )}
      {dialog && (
        <Suspense>
          <CreditDialog
            key={`${dialog} ${customerId}`}
            intent={dialog}
            customerId={customerId}
            name={customer.displayName || customer.email || customerId}
            balanceCents={balanceCents}
            onClose={close}
            onLoadError={close}
          />
        </Suspense>
      )}
    </BlockStack>
  );
}
