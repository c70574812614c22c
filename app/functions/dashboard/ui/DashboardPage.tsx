import { Banner, BlockStack, Box, Card, InlineGrid, InlineStack, Page } from "@shopify/polaris";
import { useId } from "react";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { dashboardFunction } from "../function";
import { METRIC_NAMES, METRIC_TITLES } from "../metrics";
import type { DashboardPageData } from "../read-dashboard-page.server";
import { CUSTOMERS_TAB, SNAPSHOTS } from "../tab";
import { ChartCard } from "./ChartCard";
import { RangeBar } from "./RangeBar";
import { ReadingStatus } from "./ReadingStatus";
import { StatTile } from "./StatTile";

const TABS = [{ id: CUSTOMERS_TAB, label: "Customers" }];

/** The customer dashboard: a tile and a chart for each metric. */
export function DashboardPage({ today, range, problem, since, readAt, series }: DashboardPageData) {
  const search = usePendingSearch();
  const panelId = useId();
  useListRefresh(SNAPSHOTS);
  return (
    <Page fullWidth title={dashboardFunction.menuName}>
      <BlockStack gap="400">
        {problem && <Banner tone="warning">{problem}</Banner>}
        <Card padding="0">
          <Box paddingBlockStart="200" paddingInline="300">
            <InlineStack align="space-between" blockAlign="center" wrap={false}>
              <ListTabs
                tabs={TABS}
                selected={CUSTOMERS_TAB}
                panelId={panelId}
                hrefOf={(tab) => firstPage(search, { tab: tab.id })}
              />
              <ConnectionState />
            </InlineStack>
          </Box>
          <Box padding="400">
            <BlockStack gap="300">
              <RangeBar range={range} today={today} />
              <ReadingStatus since={since} readAt={readAt} points={series.total} />
            </BlockStack>
          </Box>
        </Card>
        <section id={panelId} role="tabpanel" aria-label="Customers">
          <BlockStack gap="400">
            <InlineGrid gap="400" columns={{ xs: 2, md: 3 }}>
              {METRIC_NAMES.map((name) => (
                <StatTile key={name} title={METRIC_TITLES[name]} points={series[name]} />
              ))}
            </InlineGrid>
            <InlineGrid gap="400" columns={{ xs: 1, md: 2, lg: 3 }}>
              {METRIC_NAMES.map((name) => (
                <ChartCard key={name} title={METRIC_TITLES[name]} points={series[name]} range={range} />
              ))}
            </InlineGrid>
          </BlockStack>
        </section>
      </BlockStack>
    </Page>
  );
}
