import { Badge, Banner, BlockStack, Card, IndexTable, Page, Text } from "@shopify/polaris";
import { formatMoney } from "~/platform/money";
import { useFrame } from "~/ui/frame";
import { Moment } from "~/ui/Moment";
import type { HistoryLine } from "../proof/contract";
import { StateBadge } from "./StateBadge";

interface AccountHistoryProps {
  account: {
    customerId: string;
    name: string;
    email: string | null;
    balanceCents: number;
    heldCents: number;
    shopifyBalanceCents: number | null;
    comparedAt: string | null;
    lines: HistoryLine[];
  };
}

/** One customer's credit, posting by posting, with both balances after each: where they part, something is missing. */
export function AccountHistory({ account }: AccountHistoryProps) {
  const { currency } = useFrame().shop;
  const money = (cents: number | null) => (cents === null ? "" : formatMoney(cents, currency));
  const { balanceCents, shopifyBalanceCents, comparedAt, lines } = account;
  const agrees = shopifyBalanceCents === null || shopifyBalanceCents === balanceCents;
  return (
    <Page
      fullWidth
      title={account.name || account.email || `Customer ${account.customerId}`}
      subtitle={account.email ?? undefined}
      backAction={{ content: "Ledger's proof", url: "/credits/proof" }}
    >
      <BlockStack gap="400">
        <Banner tone={agrees ? "success" : "critical"} title={`Ledger: ${money(balanceCents)}`}>
          <Text as="p">
            {comparedAt ? (
              <>
                Shopify: {money(shopifyBalanceCents)}, as of <Moment at={comparedAt} time />.
              </>
            ) : (
              "It was not compared with Shopify yet."
            )}
            {account.heldCents > 0 && ` ${money(account.heldCents)} is held by debits that are on their way.`}
          </Text>
        </Banner>
        <Card padding="0">
          <IndexTable
            selectable={false}
            itemCount={lines.length}
            resourceName={{ singular: "posting", plural: "postings" }}
            headings={[
              { title: "Date" },
              { title: "Type" },
              { title: "Amount", alignment: "end" },
              { title: "Reference" },
              { title: "Created By" },
              { title: "State" },
              { title: "Ledger after", alignment: "end" },
              { title: "Shopify after", alignment: "end" },
            ]}
          >
            {lines.map((line, position) => (
              <IndexTable.Row key={line.id} id={line.id} position={position}>
                <IndexTable.Cell>
                  <Moment at={line.at} time />
                </IndexTable.Cell>
                <IndexTable.Cell>{line.type}</IndexTable.Cell>
                <IndexTable.Cell>
                  <Text as="span" alignment="end" numeric>
                    {money(line.amountCents)}
                  </Text>
                </IndexTable.Cell>
                <IndexTable.Cell>
                  {line.reference}
                  {line.problem && (
                    <Text as="p" tone="subdued">
                      {line.problem}
                    </Text>
                  )}
                </IndexTable.Cell>
                <IndexTable.Cell>{line.by}</IndexTable.Cell>
                <IndexTable.Cell>
                  <StateBadge state={line.state} />
                </IndexTable.Cell>
                <IndexTable.Cell>
                  <Text as="span" alignment="end" numeric>
                    {money(line.balanceCents)}
                  </Text>
                </IndexTable.Cell>
                <IndexTable.Cell>
                  <Text as="span" alignment="end" numeric>
                    {money(line.shopifyBalanceCents)} {parts(line) && <Badge tone="warning">Differs</Badge>}
                  </Text>
                </IndexTable.Cell>
              </IndexTable.Row>
            ))}
          </IndexTable>
        </Card>
      </BlockStack>
    </Page>
  );
}

const parts = ({ balanceCents, shopifyBalanceCents }: HistoryLine): boolean =>
  balanceCents !== null && shopifyBalanceCents !== null && balanceCents !== shopifyBalanceCents;
