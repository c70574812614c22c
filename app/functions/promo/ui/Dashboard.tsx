import { BlockStack, Card, InlineGrid, Text } from "@shopify/polaris";
import { Suspense } from "react";
import type { PromoTab } from "~/domain/submissions/access";
import type { Workload } from "~/domain/submissions/statistics.server";
import type { Bar } from "~/ui/BarsChart";
import { lazyPart } from "~/ui/lazy-part";
import { PlainTable } from "~/ui/list/PlainTable";
import { formatCount } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useHydrated } from "~/ui/useHydrated";
import { formatWaitingTime } from "./lists";
import { PromoFrame } from "./PromoFrame";

const BarsChart = lazyPart(() => import("~/ui/BarsChart"));

interface DashboardProps {
  tabs: readonly PromoTab[];
  hasPromotions: boolean;
  /** In seconds. Null while there is nothing to average. */
  stats: {
    createdToAssigned: number | null;
    assignedToApproved: number | null;
    createdToApproved: number | null;
  };
  byStatus: readonly { status: string; count: number }[];
  byDenyReason: readonly { reason: string; count: number }[];
  workload: readonly WorkloadRow[];
}

type WorkloadRow = Omit<Workload, "reviewerId">;

/** The tab Dashboard: how long submissions take, and how many there are. */
export function Dashboard({ tabs, hasPromotions, stats, byStatus, byDenyReason, workload }: DashboardProps) {
  useListRefresh("promo-dashboard");
  return (
    <PromoFrame tabs={tabs} hasPromotions={hasPromotions} selected="Dashboard">
      <BlockStack gap="400">
        <InlineGrid gap="400" columns={{ xs: 1, md: 3 }}>
          <Tile title="Average time from Submitted to Approved/Denied" seconds={stats.createdToApproved} />
          <Tile title="Average time from Assigned to Approved/Denied" seconds={stats.assignedToApproved} />
          <Tile title="Average time from Submitted to Assigned" seconds={stats.createdToAssigned} />
        </InlineGrid>
        <InlineGrid gap="400" columns={{ xs: 1, lg: 2 }}>
          <ChartCard
            title="Submissions by Status"
            heading="Status"
            bars={byStatus.map(({ status, count }) => ({ name: status, count }))}
          />
          <ChartCard
            title="Submissions by Deny Reason"
            heading="Deny Reason"
            isHorizontal
            bars={byDenyReason.map(({ reason, count }) => ({ name: reason, count }))}
          />
        </InlineGrid>
        <WorkloadCard workload={workload} />
      </BlockStack>
    </PromoFrame>
  );
}

const Tile = ({ title, seconds }: { title: string; seconds: number | null }) => (
  <Card>
    <BlockStack gap="200">
      <Text as="h2" tone="subdued">
        {title}
      </Text>
      <Text as="p" variant="headingLg">
        {seconds === null ? "None yet" : formatWaitingTime(seconds)}
      </Text>
    </BlockStack>
  </Card>
);

/** A chart, and the same numbers as a table for everyone who can't see it. */
function ChartCard({
  title,
  heading,
  bars,
  isHorizontal = false,
}: {
  title: string;
  heading: string;
  bars: readonly Bar[];
  isHorizontal?: boolean;
}) {
  const isHydrated = useHydrated();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {bars.length === 0 ? (
          <Text as="p" tone="subdued">
            There are none yet.
          </Text>
        ) : (
          <>
            <div style={{ height: 280 }} aria-hidden="true">
              {isHydrated && (
                <Suspense>
                  <BarsChart bars={bars} isHorizontal={isHorizontal} counted="Submissions" />
                </Suspense>
              )}
            </div>
            <PlainTable
              caption={title}
              density="compact"
              columns={[
                { key: "name", title: heading, narrow: "title" },
                { key: "count", title: "Submissions", align: "end" },
              ]}
              rows={bars.map((bar) => ({ ...bar, id: bar.name }))}
              cells={{ name: ({ name }) => name, count: ({ count }) => formatCount(count) }}
            />
          </>
        )}
      </BlockStack>
    </Card>
  );
}

const WORKLOAD = [
  { key: "reviewer", title: "Reviewer, last 30 days", narrow: "title" },
  { key: "open", title: "Open", align: "end" },
  { key: "late", title: "Late", align: "end" },
  { key: "approved", title: "Approved", align: "end" },
  { key: "denied", title: "Denied", align: "end" },
  { key: "averageTime", title: "Average time" },
  { key: "agreement", title: "Agreement of second looks" },
] as const;

/** What each reviewer has open, and decided in the last 30 days. */
const WorkloadCard = ({ workload }: { workload: readonly WorkloadRow[] }) => (
  <Card padding="0">
    <PlainTable
      caption="reviewers"
      columns={WORKLOAD}
      rows={workload.map((row) => ({ ...row, id: row.reviewer }))}
      cells={{
        reviewer: ({ reviewer }) => reviewer,
        open: ({ open }) => formatCount(open),
        late: ({ late }) => formatCount(late),
        approved: ({ approved }) => formatCount(approved),
        denied: ({ denied }) => formatCount(denied),
        averageTime: ({ averageSeconds }) => averageSeconds !== null && formatWaitingTime(averageSeconds),
        agreement: ({ secondLooks, agreed }) =>
          secondLooks > 0 && `${Math.round((100 * agreed) / secondLooks)}% of ${formatCount(secondLooks)}`,
      }}
    />
  </Card>
);
