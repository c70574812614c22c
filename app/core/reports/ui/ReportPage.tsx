import { BlockStack, Box, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { type ReactNode, Suspense, useId, useState } from "react";
import { deliveryText } from "~/core/exports/delivery";
import { useMailRefresh } from "~/core/mail/ui/MailProblems";
import { syncsListOf } from "~/core/syncs/sync";
import { useSyncPoll } from "~/core/syncs/ui/SyncProgress";
import { hasEnded } from "~/platform/jobs/states";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import type { ListTab } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import type { ReportPageData } from "../read-report-page.server";
import { frequencyText, schedulesListOf } from "../schedule-times";
import type { ReportSchedule } from "../schemas";
import { ReportHistory } from "./ReportHistory";
import { ReportResult } from "./ReportResult";
import { type CallOfReport, type ReportOption, reportCall } from "./report-option";

interface ReportPageProps {
  title: string;
  tab: ListTab;
  page: ReportPageData;
  /** The checkboxes, also of a schedule. */
  options: readonly ReportOption[];
  /** Refuses checkboxes that don't go together. Null when they do. */
  problemOf?: (chosen: Record<string, boolean>) => string | null;
  callOf: CallOfReport;
  /** Nothing can be created in this shop: why is shown in place of the form. */
  isBlocked?: boolean;
  /** What the report is created from: a `ReportForm`, or the page's own form. */
  children: ReactNode;
  /** What later reports are about. It is below the result, which answers the question. */
  settings?: ReactNode;
}

/** The page of a report: its form, what was created, settings, and the schedules. It refreshes while reports are being created. */
export function ReportPage(props: ReportPageProps) {
  const { title, tab, page, options, problemOf, callOf, isBlocked, children, settings } = props;
  const panelId = useId();
  const search = usePendingSearch();
  useListRefresh(syncsListOf(page.report), schedulesListOf(page.report));
  useMailRefresh(page.reports.flatMap(({ emails }) => emails));
  useSyncPoll(page.reports.some(({ state }) => !hasEnded(state)));
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
        {page.result && <ReportResult result={page.result} reports={page.reports} />}
        {settings && <Card>{settings}</Card>}
        {(!isBlocked || page.reports.length > 0) && (
          <ReportHistory
            reports={page.reports}
            callOf={callOf}
            // The form begins with its dates. One without dates is a button.
            onCreate={() =>
              document.getElementById(panelId)?.querySelector<HTMLElement>("select, button")?.focus()
            }
          />
        )}
        {!isBlocked && <ReportSchedules page={page} options={options} problemOf={problemOf} />}
      </BlockStack>
    </Page>
  );
}

const ScheduleDialog = lazyPart(() => import("./ScheduleDialog"));

interface ReportSchedulesProps {
  page: ReportPageData;
  options: readonly ReportOption[];
  problemOf?: (chosen: Record<string, boolean>) => string | null;
}

/** The schedules of a report, and the button to add one. */
function ReportSchedules({ page, options, problemOf }: ReportSchedulesProps) {
  const { report, schedules, timeZone, hasDates } = page;
  const [isAdding, setAdding] = useState(false);
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingSm">
            Schedules
          </Text>
          <Button onClick={() => setAdding(true)}>Schedule</Button>
        </InlineStack>
        {schedules.length === 0 && (
          <Text as="p" tone="subdued">
            Schedule the report to get it by email each day, week or month.
          </Text>
        )}
        {schedules.map((schedule) => (
          <Row
            key={schedule.id}
            report={report}
            schedule={schedule}
            when={frequencyText(schedule, timeZone, hasDates)}
          />
        ))}
      </BlockStack>
      {isAdding && (
        <Suspense>
          <ScheduleDialog
            report={report}
            timeZone={timeZone}
            hasDates={hasDates}
            options={options}
            problemOf={problemOf}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Row({ report, schedule, when }: { report: string; schedule: ReportSchedule; when: string }) {
  const { id, options, createdBy, nextAt, stoppedBecause } = schedule;
  const email = deliveryText(schedule);
  const removing = useCall();
  const text = [when, options].filter(Boolean).join(", ");
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <BlockStack gap="050">
        <Text as="p">{text}</Text>
        <Text as="p" tone={stoppedBecause ? "critical" : "subdued"}>
          {stoppedBecause ?? (
            <>
              To {[createdBy, email].filter(Boolean).join(", ")}, next on <Moment at={nextAt} time />
            </>
          )}
        </Text>
      </BlockStack>
      <Button
        size="slim"
        loading={removing.isBusy}
        accessibilityLabel={`Remove the schedule: ${text}`}
        onClick={() => removing.run(reportCall("reports.removeSchedule", { report, id }))}
      >
        Remove
      </Button>
    </InlineStack>
  );
}
