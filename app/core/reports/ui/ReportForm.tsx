import { BlockStack, Button, Checkbox, FormLayout, InlineStack, Select } from "@shopify/polaris";
import { useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { addIsoDays } from "~/platform/dates/iso-date";
import { DayPicker } from "~/ui/form/DayPicker";
import { useCall } from "~/ui/useOperation";
import { FROM_AFTER_TO, SELECT_DATES } from "../messages";
import type { ReportPageData } from "../read-report-page.server";
import type { ReportDates } from "../schedule-times";
import { ReportStatus, useReportRun } from "./ReportStatus";
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
  const preset = presetOf({ dateFrom, dateTo }, today);
  const [chosen, setChosen] = useState(() => initialOptions(options));
  const [problem, setProblem] = useState<string | null>(null);
  const generating = useCall<CallAnswer>();
  const run = useReportRun(page, generating);
  const isFromAfterTo = dateFrom > dateTo;

  const generate = () => {
    const found = problemOf?.(chosen) ?? null;
    setProblem(found);
    if (found) return;
    generating.run(callOf({ dateFrom, dateTo, options: chosen }));
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

/** Ranges of dates that people choose often, by what the choice shows. Weeks begin on Monday. */
const PRESETS = {
  "Month to date": (today) => ({ dateFrom: `${today.slice(0, 7)}-01`, dateTo: today }),
  Today: (today) => ({ dateFrom: today, dateTo: today }),
  Yesterday: (today) => ({ dateFrom: addIsoDays(today, -1), dateTo: addIsoDays(today, -1) }),
  "Last 7 days": (today) => ({ dateFrom: addIsoDays(today, -6), dateTo: today }),
  "Last 30 days": (today) => ({ dateFrom: addIsoDays(today, -29), dateTo: today }),
  "Last month": (today) => {
    const dateTo = addIsoDays(`${today.slice(0, 7)}-01`, -1);
    return { dateFrom: `${dateTo.slice(0, 7)}-01`, dateTo };
  },
  "Year to date": (today) => ({ dateFrom: `${today.slice(0, 4)}-01-01`, dateTo: today }),
} satisfies Record<string, (today: string) => ReportDates>;

type DatePreset = keyof typeof PRESETS;

const DATE_PRESETS = Object.keys(PRESETS) as DatePreset[];

/** The dates of a preset. @param today YYYY-MM-DD in the report's time zone */
const datesOf = (preset: DatePreset, today: string): ReportDates => PRESETS[preset](today);

/** The preset that has these dates. Undefined for other dates. */
const presetOf = ({ dateFrom, dateTo }: ReportDates, today: string): DatePreset | undefined =>
  DATE_PRESETS.find((preset) => {
    const dates = datesOf(preset, today);
    return dates.dateFrom === dateFrom && dates.dateTo === dateTo;
  });
