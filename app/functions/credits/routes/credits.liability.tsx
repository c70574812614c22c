import { useLoaderData } from "@remix-run/react";
import { BlockStack, Card, Page, Text } from "@shopify/polaris";
import { Suspense } from "react";
import { pageLoader } from "~/core/authorize.server";
import { formatMonth } from "~/platform/dates/date-text";
import type { ListColumn } from "~/platform/list";
import { type Cents, NO_CENTS, negateCents } from "~/platform/money/cents";
import { formatMoney, formatSigned } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { PlainTable } from "~/ui/list/PlainTable";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useHydrated } from "~/ui/useHydrated";
import { creditsFunction } from "../function";
import { CREDITS_LIST } from "../tabs";

export const loader = pageLoader(creditsFunction, ({ calls }) => calls.credits.liability());

const COLUMNS = [
  { key: "month", title: "Month (UTC)", narrow: "title" },
  { key: "added", title: "Added", align: "end" },
  { key: "taken", title: "Taken", align: "end" },
  { key: "owed", title: "Owed at month end", align: "end" },
] as const satisfies readonly ListColumn[];

const LiabilityChart = lazyPart(() => import("../ui/LiabilityChart"));

/** What the store owes its customers: now, and at the end of each of the last twelve months, as a chart and as a table. */
export default function Liability() {
  const { owedCents, months } = useLoaderData<typeof loader>();
  const { currency } = useFrame().shop;
  const isHydrated = useHydrated();
  useListRefresh(CREDITS_LIST);
  const money = (cents: Cents) => formatMoney(cents, currency);
  return (
    <Page title="Store credit owed" backAction={{ content: "Credits", url: "/credits" }}>
      <BlockStack gap="400">
        <Card>
          <BlockStack gap="300">
            <Text as="p" variant="headingLg">
              {money(owedCents)} owed now
            </Text>
            <div style={{ height: 280 }} aria-hidden="true">
              {isHydrated && (
                <Suspense>
                  <LiabilityChart months={months} currency={currency} />
                </Suspense>
              )}
            </div>
          </BlockStack>
        </Card>
        <Card padding="0">
          <PlainTable
            caption="months"
            columns={COLUMNS}
            density="compact"
            rows={months.toReversed().map((each) => ({ ...each, id: each.month }))}
            cells={{
              month: ({ month }) => formatMonth(month),
              added: ({ addedCents }) =>
                addedCents > 0 ? formatSigned(addedCents, currency) : money(NO_CENTS),
              taken: ({ takenCents }) =>
                takenCents > 0 ? formatSigned(negateCents(takenCents), currency) : money(NO_CENTS),
              owed: ({ owedCents: atEnd }) => money(atEnd),
            }}
          />
        </Card>
      </BlockStack>
    </Page>
  );
}
