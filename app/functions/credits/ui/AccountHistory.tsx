import { Badge, Banner, BlockStack, Card, Page, Text } from "@shopify/polaris";
import type { ListColumn } from "~/platform/list";
import { absoluteCents, type Cents, subtractCents } from "~/platform/money/cents";
import { formatMoney, formatSigned } from "~/platform/money/format-money";
import { EmptyState } from "~/ui/EmptyState";
import { useFrame } from "~/ui/frame";
import { PlainTable } from "~/ui/list/PlainTable";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { NO_RECORDS, personName } from "../messages";
import type { HistoryLine } from "../reconciliation/calls.server";
import { CREDITS_LIST } from "../tabs";
import { StateBadge } from "./cells";

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
  { key: "date", title: "Date", zone: "UTC", narrow: "plain" },
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
                Shopify: {formatMoney(says.cents, currency)}, as of <Moment at={says.at} time named />.
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
            <EmptyState
              heading={NO_RECORDS}
              action={{ content: "Statement", url: `/credits/statement/${customerId}` }}
            >
              Each posting of this customer is listed here, with both balances after it.
            </EmptyState>
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

type Line = Pick<HistoryLine, "amountCents" | "balanceCents" | "shopifyBalanceCents">;

interface BookedLine extends Line {
  balanceCents: Cents;
}

/** How Shopify's balance after a posting compares with the ledger's. */
type Comparison = "agrees" | "other order" | "differs";

/**
 * Compares both balances after each posting. Shopify may book postings of the same moment in another order than the ledger, so the
 * balances between them differ without a missing transaction.
 * @param lines newest first
 */
export function compareLines(lines: readonly Line[]): Map<Line, Comparison> {
  const booked = lines.filter((line): line is BookedLine => line.balanceCents !== null).toReversed();
  const comparisons = new Map<Line, Comparison>();
  let inOtherOrder = 0;
  for (const [at, line] of booked.entries()) {
    const agrees = line.balanceCents === shopifyAfter(line);
    if (!agrees && inOtherOrder === 0) inOtherOrder = reorderedCount(booked.slice(at));
    if (agrees) comparisons.set(line, "agrees");
    else comparisons.set(line, inOtherOrder > 0 ? "other order" : "differs");
    inOtherOrder = Math.max(inOtherOrder - 1, 0);
  }
  return comparisons;
}

/** Where Shopify didn't return its balance, nothing speaks against the ledger's. */
const shopifyAfter = ({ balanceCents, shopifyBalanceCents }: BookedLine): Cents =>
  shopifyBalanceCents ?? balanceCents;

/**
 * How many of the first postings are the same ones in another order: each of Shopify's balances then leads to another one, from the
 * ledger's balance before them to its balance after them. 0 when that is true of no number of them.
 */
function reorderedCount(lines: readonly BookedLine[]): number {
  const [first] = lines;
  if (!first) return 0;
  const start = first.balanceCents - first.amountCents;
  /** How often a balance was left more often than reached. */
  const surplus = new Map<number, number>();
  const add = (balance: number, change: 1 | -1) => {
    const now = (surplus.get(balance) ?? 0) + change;
    if (now === 0) surplus.delete(balance);
    else surplus.set(balance, now);
  };
  add(start, -1);
  for (const [at, line] of lines.entries()) {
    const after = shopifyAfter(line);
    add(after - line.amountCents, 1);
    add(after, -1);
    const end = line.balanceCents;
    if (surplus.size === 1 && surplus.get(end) === -1 && isConnected(start, lines.slice(0, at + 1)))
      return at + 1;
  }
  return 0;
}

/** True when each of Shopify's balances can be reached from the first one, so that all changes are one sequence. */
function isConnected(start: number, lines: readonly BookedLine[]): boolean {
  const reached = new Set([start]);
  let open = lines;
  for (let before = -1; before !== open.length; ) {
    before = open.length;
    open = open.filter((line) => {
      const after = shopifyAfter(line);
      const balances = [after, after - line.amountCents];
      if (!balances.some((balance) => reached.has(balance))) return true;
      for (const balance of balances) reached.add(balance);
      return false;
    });
  }
  return open.length === 0;
}

/** An account with the latest information from Shopify. */
interface ComparedAccount {
  /** Shopify's balance at the last comparison. Null before the first one. */
  shopifyBalanceCents: Cents | null;
  /** ISO 8601. */
  comparedAt: string | null;
  /** Newest first. */
  lines: readonly Pick<HistoryLine, "at" | "balanceCents" | "shopifyBalanceCents">[];
}

/**
 * Shopify's latest known balance with its time, from the last comparison or from a later posting. Null when the current balance isn't
 * known.
 */
export function latestShopifyBalance({
  shopifyBalanceCents,
  comparedAt,
  lines,
}: ComparedAccount): { cents: Cents; at: string } | null {
  const latest = lines.find(({ balanceCents }) => balanceCents !== null);
  if (latest && (!comparedAt || latest.at > comparedAt))
    return latest.shopifyBalanceCents === null ? null : { cents: latest.shopifyBalanceCents, at: latest.at };
  return shopifyBalanceCents === null || !comparedAt ? null : { cents: shopifyBalanceCents, at: comparedAt };
}
