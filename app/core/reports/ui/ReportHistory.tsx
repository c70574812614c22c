import { Badge, BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { CallAnswer } from "~/core/answer-call.server";
import { OWN_LINK } from "~/core/exports/delivery";
import { MailProblems } from "~/core/mail/ui/MailProblems";
import { MAX_SHOWN_SYNCS } from "~/core/syncs/sync";
import { hasEnded } from "~/platform/jobs/states";
import type { ListDeclaration } from "~/platform/list";
import { FileDownload } from "~/ui/files/FileDownload";
import { NewestRowsNote } from "~/ui/list/ListHints";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { RowTable } from "~/ui/list/RowTable";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useCall } from "~/ui/useCall";
import { errorGenerating } from "../messages";
import type { CreatedReport } from "../schemas";
import styles from "./ReportHistory.module.css";
import type { CallOfReport } from "./report-option";

const HISTORY = {
  kind: "list",
  name: "reports",
  columns: [
    { key: "parameters", title: "Report", narrow: "title" },
    { key: "requestedAt", title: "Requested" },
    { key: "requestedBy", title: "Requested by" },
    { key: "status", title: "Status" },
    { key: "result", title: "Result" },
    { key: "file", title: "File" },
    { key: "again", title: "Action", narrow: "plain" },
  ],
  defaultSort: "",
  search: null,
  pageSize: MAX_SHOWN_SYNCS,
  density: "compact",
} as const satisfies ListDeclaration;

/** The reports that were created, newest first, of all administrators. */
export function ReportHistory({
  reports,
  callOf,
  onCreate,
}: {
  reports: readonly CreatedReport[];
  callOf: CallOfReport;
  /** Leads to the form, from the empty list. */
  onCreate: () => void;
}) {
  const generating = useCall<CallAnswer>();
  const { isBusy, answer } = generating;
  const cells = {
    ...CELLS,
    again: ({ state, parameters, dates, options, format }) =>
      hasEnded(state) && (
        <Button
          variant="plain"
          disabled={isBusy}
          accessibilityLabel={`Generate again: ${parameters}`}
          onClick={() =>
            generating.run(
              callOf({ dateFrom: "", dateTo: "", ...dates, options, delivery: { ...OWN_LINK, format } }),
            )
          }
        >
          Generate again
        </Button>
      ),
  } satisfies Cells<CreatedReport>;
  return (
    <Card padding="0">
      <div style={{ padding: "var(--p-space-300) var(--p-space-400)" }}>
        <Text as="h2" variant="headingSm">
          Created reports
        </Text>
      </div>
      {!isBusy && answer?.problem && (
        <Box paddingInline="400" paddingBlockEnd="300">
          <Text as="p" tone="critical">
            {errorGenerating(answer.problem)}
          </Text>
        </Box>
      )}
      {reports.length > 0 ? (
        <>
          <div style={{ overflowX: "auto" }}>
            <RowTable
              list={HISTORY}
              state={{ search: "", sort: "" }}
              search=""
              caption="created reports"
              rows={reports}
              rowLabel={({ parameters }) => parameters}
              cells={cells}
            />
          </div>
          <Box paddingInline="400" paddingBlock="200">
            <NewestRowsNote count={reports.length} max={MAX_SHOWN_SYNCS} noun="reports" />
          </Box>
        </>
      ) : (
        <EmptyOverlay action={{ content: "Create the first one", onAction: onCreate }}>
          Reports that anyone creates are listed here for 90 days.
        </EmptyOverlay>
      )}
    </Card>
  );
}

const CELLS = {
  requestedAt: ({ requestedAt }) => <Moment at={requestedAt} time />,
  requestedBy: ({ requestedBy, isScheduled }) => (isScheduled ? `${requestedBy} (scheduled)` : requestedBy),
  parameters: ({ parameters }) => <FewLines text={parameters} />,
  status: (report) => <Badge tone={toneOf(report)}>{report.status}</Badge>,
  result: ({ summary, reason, emails }) => (
    <BlockStack gap="050">
      <FewLines text={summary ?? reason ?? ""} />
      <MailProblems emails={emails} isShort />
    </BlockStack>
  ),
  file: (report) => {
    if (report.file && report.sheets.length > 0)
      return (
        <InlineStack gap="200">
          <Button
            variant="plain"
            url={`?${new URLSearchParams({ run: report.id })}`}
            accessibilityLabel={`Show ${report.parameters}`}
          >
            Show
          </Button>
          <FileDownload file={report.file} label="Download" variant="plain" />
        </InlineStack>
      );
    if (report.file) return <FileDownload file={report.file} label="Download" variant="plain" />;
    return (
      report.summary !== null && (
        <span title="Files are kept for 7 days. Create the report again.">Expired</span>
      )
    );
  },
} satisfies Cells<CreatedReport>;

/** However long a reason is, the columns of files and actions stay in view. */
const FewLines = ({ text }: { text: string }) => (
  <span className={styles.fewLines} title={text} data-whole>
    {text}
  </span>
);

function toneOf({ state, summary }: CreatedReport) {
  if (!hasEnded(state)) return "info";
  if (summary !== null) return "success";
  return state === "cancelled" ? "attention" : "critical";
}
