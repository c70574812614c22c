import { BlockStack, Box, Card, Page } from "@shopify/polaris";
import { type ReactNode, useId } from "react";
import { runsListOf } from "~/core/runs/run";
import { useRunPoll } from "~/core/runs/ui/RunProgress";
import { hasEnded } from "~/platform/jobs/states";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import type { ListTab } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import type { ReportPageData } from "../read-report-page.server";
import { schedulesListOf } from "../schedule-times";
import { ReportHistory } from "./ReportHistory";
import { ReportResult } from "./ReportResult";
import { ReportSchedules } from "./ReportSchedules";
import type { CallOfReport, ReportOption } from "./report-option";

interface ReportPageProps {
  title: string;
  tab: ListTab;
  page: ReportPageData;
  /** The checkboxes, also of a schedule. */
  options: readonly ReportOption[];
  /** Refuses checkboxes that don't go together. Null when they do. */
  problemOf?: (chosen: Record<string, boolean>) => string | null;
  callOf: CallOfReport;
  /** What the report is created from: a `ReportForm`, or the page's own form. */
  children: ReactNode;
}

/** The page of a report: its form, what was created, and the schedules. It refreshes while reports are being created. */
export function ReportPage({ title, tab, page, options, problemOf, callOf, children }: ReportPageProps) {
  const panelId = useId();
  const search = usePendingSearch();
  useListRefresh(runsListOf(page.report), schedulesListOf(page.report));
  useRunPoll(page.runs.some(({ state }) => !hasEnded(state)));
  return (
    <Page fullWidth title={title} backAction={{ content: "Home", url: "/" }}>
      <BlockStack gap="400">
        <Card padding="0">
          <Box paddingBlockStart="200" paddingInline="300">
            <ListTabs
              tabs={[tab]}
              selected={tab.id}
              panelId={panelId}
              hrefOf={({ id }) => firstPage(search, { tab: id })}
            />
          </Box>
          <Box padding="400">
            <section id={panelId} role="tabpanel" aria-label={tab.label}>
              {children}
            </section>
          </Box>
        </Card>
        {page.result && <ReportResult result={page.result} runs={page.runs} />}
        <ReportHistory runs={page.runs} callOf={callOf} />
        <ReportSchedules page={page} options={options} problemOf={problemOf} />
      </BlockStack>
    </Page>
  );
}
