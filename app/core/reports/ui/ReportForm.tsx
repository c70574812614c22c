import { BlockStack, Button, Checkbox, FormLayout, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { DayPicker } from "~/ui/form/DayPicker";
import { useOperation } from "~/ui/useOperation";
import type { ReportAnswer } from "../answer-report-form.server";
import type { ReportPageData } from "../read-report-page.server";
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
  const [dateFrom, setDateFrom] = useState(`${today.slice(0, 7)}-01`);
  const [dateTo, setDateTo] = useState(today);
  const [chosen, setChosen] = useState(() => initialOptions(options));
  const [problem, setProblem] = useState<string | null>(null);
  const generating = useOperation<ReportAnswer>();
  const run = useReportRun(page, generating);

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
          <DayPicker label={labels.from} day={dateFrom} max={today} onDay={setDateFrom} />
          <DayPicker label={labels.to} day={dateTo} max={isToCapped ? today : undefined} onDay={setDateTo} />
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
        <Button variant="primary" disabled={run.isRunning || dateFrom > dateTo} onClick={generate}>
          {run.isRunning ? "Loading..." : "Generate Report"}
        </Button>
      </InlineStack>
      <ReportStatus run={run} problem={problem} />
    </BlockStack>
  );
}
