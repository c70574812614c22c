import { Badge, Card, Text } from "@shopify/polaris";
import { hasEnded } from "~/platform/jobs/states";
import type { ListDeclaration } from "~/platform/list";
import { FileDownload } from "~/ui/files/FileDownload";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { RowTable } from "~/ui/list/RowTable";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import type { ReportRun } from "../contract";
import styles from "./ReportHistory.module.css";

const HISTORY: ListDeclaration = {
  name: "reports",
  columns: [
    { key: "requestedAt", title: "Requested", narrow: "plain" },
    { key: "requestedBy", title: "Requested by" },
    { key: "parameters", title: "Report", narrow: "title" },
    { key: "status", title: "Status" },
    { key: "result", title: "Result" },
    { key: "file", title: "File" },
  ],
  defaultSort: "",
  search: null,
  pageSize: 50,
  density: "compact",
};

/** The reports that were created, newest first, of all administrators. */
export function ReportHistory({ runs }: { runs: readonly ReportRun[] }) {
  return (
    <Card padding="0">
      <div style={{ padding: "var(--p-space-300) var(--p-space-400)" }}>
        <Text as="h2" variant="headingSm">
          Created reports
        </Text>
      </div>
      {runs.length > 0 ? (
        <div style={{ overflowX: "auto" }}>
          <RowTable
            list={HISTORY}
            state={{ search: "", sort: "" }}
            search=""
            caption="created reports"
            rows={runs}
            rowLabel={({ parameters }) => parameters}
            cells={CELLS}
          />
        </div>
      ) : (
        <EmptyOverlay>Reports that anyone creates are listed here for 90 days.</EmptyOverlay>
      )}
    </Card>
  );
}

const CELLS: Cells<ReportRun> = {
  requestedAt: ({ requestedAt }) => <Moment at={requestedAt} time />,
  requestedBy: ({ requestedBy, isScheduled }) => (isScheduled ? `${requestedBy} (scheduled)` : requestedBy),
  parameters: ({ parameters }) => parameters,
  status: (run) => <Badge tone={toneOf(run)}>{run.status}</Badge>,
  result: ({ summary, reason }) => <Result text={summary ?? reason ?? ""} />,
  file: (run) => {
    if (run.file) return <FileDownload file={run.file} label="Download" variant="plain" />;
    return (
      run.summary !== null && <span title="Files are kept for 7 days. Create the report again.">Expired</span>
    );
  },
};

/** One line, however long a reason is: the column of the files stays in view. */
const Result = ({ text }: { text: string }) => (
  <span className={styles.result} title={text}>
    {text}
  </span>
);

function toneOf({ state, summary }: ReportRun) {
  if (!hasEnded(state)) return "info";
  if (summary !== null) return "success";
  return state === "cancelled" ? "attention" : "critical";
}
