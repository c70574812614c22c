import { BlockStack, Button, Checkbox, FormLayout, InlineStack, Select } from "@shopify/polaris";
import { useState } from "react";
import { DayPicker } from "~/ui/form/DayPicker";
import { useOperation } from "~/ui/useOperation";
import type { ReportAnswer } from "../answer-report-form.server";
import { FROM_AFTER_TO, SELECT_DATES } from "../messages";
import type { ReportPageData } from "../read-report-page.server";
import { DATE_PRESETS, type DatePreset, datesOf, presetOf } from "./date-presets";
import { ReportStatus } from "./ReportStatus";
import { initialOptions, type ReportOption } from "./report-option";
import { useReportRun } from "./useReportRun";

interface ReportFormProps {
  page: ReportPageData;
  labels: { from: string; to: string };
  /** Whether To can be after today. */
  isToCapped: boolean;
  options: readonly ReportOption[];
  /** Refuses checkboxes that don't go together. Null when they do. */
  problemOf?: (chosen: Record<string, boolean>) => string | null;
}

/** The dates and checkboxes of a report, the button Generate Report, and the status line. */
export function ReportForm({ page, labels, isToCapped, options, problemOf }: ReportFormProps) {
  const { today } = page;
  const [{ dateFrom, dateTo }, setDates] = useState(() => datesOf("Month to date", today));
  const preset = presetOf({ dateFrom, dateTo }, today);
  const [chosen, setChosen] = useState(() => initialOptions(options));
  const [problem, setProblem] = useState<string | null>(null);
  const generating = useOperation<ReportAnswer>();
  const run = useReportRun(page, generating);
  const isFromAfterTo = dateFrom > dateTo;

  const generate = () => {
    const found = problemOf?.(chosen) ?? null;
    setProblem(found);
    if (found) return;
    generating.run({ intent: "generate", dateFrom, dateTo, options: JSON.stringify(chosen) });
  };
  return (
    <BlockStack gap="400">
      <FormLayout>
        <FormLayout.Group>
          <Select
            label="Dates"
            options={preset ? DATE_PRESETS : [{ label: "As entered", value: "" }, ...DATE_PRESETS]}
            value={preset ?? ""}
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
      {options.length > 0 && (
        <InlineStack gap="400">
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
        </InlineStack>
      )}
      <InlineStack gap="300" blockAlign="center">
        <Button variant="primary" disabled={run.isRunning || isFromAfterTo} onClick={generate}>
          {run.isRunning ? "Loading..." : "Generate Report"}
        </Button>
      </InlineStack>
      <ReportStatus run={run} problem={isFromAfterTo ? FROM_AFTER_TO : problem} hint={SELECT_DATES} />
    </BlockStack>
  );
}
