import { BlockStack, Card, Page, Text } from "@shopify/polaris";
import { Suspense } from "react";
import { ALL_CUSTOMERS } from "~/domain/prices/log-entry";
import { PRICE_LOG_LIST } from "~/domain/prices/price-log-list";
import { formatInstant } from "~/platform/dates/instant";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { FactList } from "~/ui/FactList";
import { lazyPart } from "~/ui/lazy-part";
import { PlainTable } from "~/ui/list/PlainTable";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useHydrated } from "~/ui/useHydrated";
import { TITLE } from "../function";
import type { LowestPrice, PriceHistory } from "../schemas";
import { ChangedBy } from "./ChangedBy";
import type { PricePoint } from "./PriceChart";

const PriceChart = lazyPart(() => import("./PriceChart"));

type Change = PriceHistory["changes"][number];

const COLUMNS = [
  { key: "changedAt", title: "Date", zone: "UTC", narrow: "title" },
  { key: "previousPrice", title: "Previous Price", align: "end" },
  { key: "currentPrice", title: "Current Price", align: "end" },
  { key: "compareAtPrice", title: "Compare At Price", align: "end" },
  { key: "changedBy", title: "Changed By" },
] as const;

/** The prices of one variant: the lowest of the last 30 days, a chart, and the changes as a table. @param now the server's clock */
export function PriceHistoryPage({ history, now }: { history: PriceHistory; now: string }) {
  const { sku, title, customerType, currency, lowest, beforeReduction, changes } = history;
  const isHydrated = useHydrated();
  useListRefresh(PRICE_LOG_LIST);
  const money = (amount: Cents | null) =>
    amount === null ? "No price of its own" : formatMoney(amount, currency);
  const facts = [
    { name: "Price", value: money(history.priceCents) },
    ...(history.compareAtCents === null
      ? []
      : [{ name: "Compare at price", value: money(history.compareAtCents) }]),
    { name: "Customer type", value: customerType || ALL_CUSTOMERS },
    { name: "Lowest price of the last 30 days", value: lowestText(lowest, currency) },
    ...(beforeReduction
      ? [
          {
            name: `Lowest price of the 30 days before the reduction on ${utcDay(beforeReduction.reducedAt)}`,
            value: lowestText(beforeReduction, currency),
          },
        ]
      : []),
  ];
  const cells = {
    changedAt: ({ changedAt }) => <Moment at={changedAt} time zone="UTC" />,
    previousPrice: ({ previousCents }) => money(previousCents),
    currentPrice: ({ currentCents }) => money(currentCents),
    compareAtPrice: ({ compareAtCents }) => compareAtCents !== null && money(compareAtCents),
    changedBy: ({ changedBy, changedThrough }) => (
      <ChangedBy changedBy={changedBy} changedThrough={changedThrough} />
    ),
  } satisfies Cells<Change>;
  return (
    <Page
      title={sku ? `SKU: ${sku}` : title}
      subtitle={sku ? title : undefined}
      backAction={{ content: TITLE, url: "/pricecontrol" }}
    >
      <BlockStack gap="400">
        <Card>
          <BlockStack gap="400">
            <FactList facts={facts} />
            <div style={{ height: 220 }} aria-hidden="true">
              {isHydrated && (
                <Suspense>
                  <PriceChart points={pointsOf(history, now)} currency={currency} />
                </Suspense>
              )}
            </div>
          </BlockStack>
        </Card>
        <Card padding="0">
          {changes.length > 0 ? (
            <PlainTable caption="price changes" columns={COLUMNS} rows={changes} cells={cells} />
          ) : (
            <div style={{ padding: "var(--p-space-400)" }}>
              <Text as="p" tone="subdued">
                The price hasn't changed since {utcDay(history.since)}.
              </Text>
            </div>
          )}
        </Card>
        {history.hasMore && (
          <Text as="p" tone="subdued">
            There are older changes. Search for the SKU in the price log to see them.
          </Text>
        )}
      </BlockStack>
    </Page>
  );
}

const utcDay = (instant: string) => formatInstant(new Date(instant), "UTC").date;

function lowestText({ cents, since }: LowestPrice, currency: string): string {
  const price = cents === null ? "None" : formatMoney(cents, currency);
  return since ? `${price} since ${utcDay(since)}` : price;
}

/**
 * The price at the beginning, after each change, and now. The beginning is left out when older changes aren't shown: the price
 * before them isn't known.
 */
function pointsOf({ changes, priceCents, since, hasMore }: PriceHistory, now: string): PricePoint[] {
  const [oldest] = changes.slice(-1);
  const later = changes
    .toReversed()
    .map(({ changedAt, currentCents }) => ({ at: Date.parse(changedAt), priceCents: currentCents }));
  const first = {
    at: Math.min(Date.parse(since), later[0]?.at ?? Number.POSITIVE_INFINITY),
    priceCents: oldest ? oldest.previousCents : priceCents,
  };
  return [...(hasMore ? [] : [first]), ...later, { at: Date.parse(now), priceCents }];
}
