import { BlockStack, Button, Checkbox, FormLayout, InlineStack, Select } from "@shopify/polaris";
import { useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { useDelivery } from "~/core/exports/ui/useDelivery";
import { type DatePreset, datesOf, presetChoices } from "~/platform/dates/date-presets";
import { DayPicker } from "~/ui/form/DayPicker";
import { useCall } from "~/ui/useCall";
import { FROM_AFTER_TO, SELECT_DATES } from "../messages";
import type { ReportPageData } from "../read-report-page.server";
import { ReportStatus, recipientsRefusal, useCreatedReport } from "./ReportStatus";
import { type CallOfReport, initialOptions, type ReportOption } from "./report-option";

interface ReportFormProps {
  page: ReportPageData;
  labels: { from: string; to: string };
  /** Whether To can be after today. */
  isToCapped: boolean;
  options: readonly ReportOption[];
  /** Refuses checkboxes that don't go together. Null when they do. */
  problemOf?: (chosen: Record<string, boolean>) => string | null;
  callOf: CallOfReport;
}

/** The dates and checkboxes of a report, the button Generate Report, and the status line. */
export function ReportForm({ page, labels, isToCapped, options, problemOf, callOf }: ReportFormProps) {
  const { today } = page;
  const [{ dateFrom, dateTo }, setDates] = useState(() => datesOf("Month to date", today));
  const [chosen, setChosen] = useState(() => initialOptions(options));
  const [problem, setProblem] = useState<string | null>(null);
  const generating = useCall<CallAnswer>();
  const created = useCreatedReport(page, generating);
  const { delivery, check, fields } = useDelivery(recipientsRefusal(generating));
  const isFromAfterTo = dateFrom > dateTo;

  const generate = () => {
    const found = problemOf?.(chosen) ?? null;
    setProblem(found);
    if (found || !check()) return;
    generating.run(callOf({ dateFrom, dateTo, options: chosen, delivery }));
  };
  return (
    <BlockStack gap="400">
      <FormLayout>
        <FormLayout.Group>
          <Select
            label="Dates"
            {...presetChoices({ dateFrom, dateTo }, today)}
            onChange={(value) => setDates(datesOf(value as DatePreset, today))}
          />
          <DayPicker
            label={labels.from}
            day={dateFrom}
            max={today}
            onDay={(day) => setDates({ dateFrom: day, dateTo })}
          />
          <DayPicker
            label={labels.to}
            day={dateTo}
            max={isToCapped ? today : undefined}
            onDay={(day) => setDates({ dateFrom, dateTo: day })}
          />
        </FormLayout.Group>
      </FormLayout>
      <InlineStack gap="400" blockAlign="center">
        {options.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={chosen[name] ?? false}
            onChange={(isChosen) => {
              setProblem(null);
              setChosen({ ...chosen, [name]: isChosen });
            }}
          />
        ))}
        {fields}
        <Button variant="primary" disabled={created.isRunning || isFromAfterTo} onClick={generate}>
          {created.isRunning ? "Loading..." : "Generate Report"}
        </Button>
      </InlineStack>
      <ReportStatus state={created} problem={isFromAfterTo ? FROM_AFTER_TO : problem} hint={SELECT_DATES} />
    </BlockStack>
  );
}
