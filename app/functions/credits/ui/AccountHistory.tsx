import { Badge, Banner, BlockStack, Card, Page, Text } from "@shopify/polaris";
import type { ListColumn } from "~/platform/list";
import { absoluteCents, type Cents, subtractCents } from "~/platform/money/cents";
import { formatMoney, formatSigned } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { PlainTable } from "~/ui/list/PlainTable";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { CREDITS_LIST } from "../list";
import { NO_RECORDS, personName } from "../messages";
import type { HistoryLine } from "../reconciliation/schemas";
import { compareLines } from "./account-differences";
import { StateBadge } from "./StateBadge";
import { type ComparedAccount, latestShopifyBalance } from "./shopify-balance";

interface AccountHistoryProps {
  account: ComparedAccount & {
    customerId: string;
    name: string;
    email: string | null;
    balanceCents: Cents;
    heldCents: Cents;
    lines: readonly HistoryLine[];
  };
}

const COLUMNS = [
  { key: "date", title: "Date (UTC)", narrow: "plain" },
  { key: "type", title: "Type", narrow: "title" },
  { key: "amount", title: "Amount", align: "end" },
  { key: "reference", title: "Reference" },
  { key: "by", title: "Created By" },
  { key: "state", title: "State" },
  { key: "ledger", title: "Ledger after", align: "end" },
  { key: "shopify", title: "Shopify after", align: "end" },
] as const satisfies readonly ListColumn[];

/** One customer's credit, posting by posting, with both balances after each: where they begin to differ, a transaction is missing. */
export function AccountHistory({ account }: AccountHistoryProps) {
  const { currency } = useFrame().shop;
  useListRefresh(CREDITS_LIST);
  const { customerId, balanceCents, heldCents, lines } = account;
  const says = latestShopifyBalance(account);
  const who = personName(account);
  const tone = !says ? "info" : says.cents === balanceCents ? "success" : "critical";
  return (
    <Page
      fullWidth
      title={who}
      subtitle={account.email && account.email !== who ? account.email : undefined}
      backAction={{ content: "Reconciliation", url: "/credits/proof" }}
      secondaryActions={[{ content: "Statement", url: `/credits/statement/${customerId}` }]}
    >
      <BlockStack gap="400">
        <Banner tone={tone} title={`Ledger: ${formatMoney(balanceCents, currency)}`}>
          <Text as="p">
            {says ? (
              <>
                Shopify: {formatMoney(says.cents, currency)}, as of <Moment at={says.at} time /> UTC.
                {says.cents !== balanceCents &&
                  ` That is ${formatMoney(absoluteCents(subtractCents(says.cents, balanceCents)), currency)} ${says.cents > balanceCents ? "more" : "less"} than the ledger has.`}
              </>
            ) : (
              "The current balance hasn't been compared with Shopify yet."
            )}
            {heldCents > 0 && ` ${formatMoney(heldCents, currency)} is held by pending debits.`}
          </Text>
        </Banner>
        <Card padding={lines.length > 0 ? "0" : undefined}>
          {lines.length > 0 ? (
            <PlainTable caption="postings" columns={COLUMNS} rows={lines} cells={cellsIn(currency, lines)} />
          ) : (
            NO_RECORDS
          )}
        </Card>
      </BlockStack>
    </Page>
  );
}

function cellsIn(currency: string, lines: readonly HistoryLine[]) {
  const comparisons = compareLines(lines);
  return {
    date: ({ at }) => <Moment at={at} time />,
    type: ({ type }) => <span style={{ whiteSpace: "nowrap" }}>{type}</span>,
    amount: ({ amountCents }) => formatSigned(amountCents, currency),
    reference: ({ reference, problem }) => (
      <>
        {reference}
        {problem && (
          <Text as="p" tone="subdued">
            {problem}
          </Text>
        )}
      </>
    ),
    by: ({ by }) => by,
    state: ({ state }) => <StateBadge state={state} />,
    ledger: ({ balanceCents }) => balanceCents !== null && formatMoney(balanceCents, currency),
    shopify: (line) =>
      line.shopifyBalanceCents !== null && (
        <>
          {formatMoney(line.shopifyBalanceCents, currency)}{" "}
          {comparisons.get(line) === "differs" && <Badge tone="warning">Differs</Badge>}
          {comparisons.get(line) === "other order" && <Badge>Other order</Badge>}
        </>
      ),
  } satisfies Cells<HistoryLine>;
}
