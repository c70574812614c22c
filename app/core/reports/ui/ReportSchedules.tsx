import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { Moment } from "~/ui/Moment";
import { useCall } from "~/ui/useCall";
import type { ReportPageData } from "../read-report-page.server";
import { frequencyText } from "../schedule-times";
import type { ReportSchedule } from "../schemas";
import { type ReportOption, reportCall } from "./report-option";

const ScheduleDialog = lazyPart(() => import("./ScheduleDialog"));

interface ReportSchedulesProps {
  page: ReportPageData;
  options: readonly ReportOption[];
  problemOf?: (chosen: Record<string, boolean>) => string | null;
}

/** The schedules of a report, and the button to add one. */
export function ReportSchedules({ page, options, problemOf }: ReportSchedulesProps) {
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
  const removing = useCall();
  const text = [when, options].filter(Boolean).join(", ");
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <BlockStack gap="050">
        <Text as="p">{text}</Text>
        <Text as="p" tone={stoppedBecause ? "critical" : "subdued"}>
          {stoppedBecause ?? (
            <>
              To {createdBy}, next on <Moment at={nextAt} time />
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
