import { Badge, type BadgeProps, BlockStack, Box, Card, Checkbox } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { CardHeading } from "~/ui/CardHeading";
import { NewestRowsNote } from "~/ui/list/ListHints";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { SecondsMoment } from "~/ui/Moment";
import { type LogLevel, MAX_SHOWN_LINES } from "../sync";
import type { SyncLineAnswer } from "../sync-schemas";
import styles from "./SyncLogTable.module.css";

const COLUMNS = [
  { key: "functionName", title: "Function" },
  { key: "msg", title: "Log", narrow: "title" },
  { key: "event", title: "Event" },
  { key: "date", title: "Date" },
] as const;

const EVENTS: Record<LogLevel, { label: string; tone?: BadgeProps["tone"] }> = {
  info: { label: "Info" },
  warning: { label: "Warning", tone: "warning" },
  error: { label: "Error", tone: "critical" },
};

interface SyncLogTableProps {
  lines: readonly SyncLineAnswer[];
  /** How many are read: the newest. */
  max?: number;
}

/** The lines of a sync's log. */
export function SyncLogTable({ lines, max = MAX_SHOWN_LINES }: SyncLogTableProps) {
  const [isProblemsOnly, setProblemsOnly] = useState(false);
  const problems = lines.filter(({ logLevel }) => logLevel !== "info");
  const isFiltered = isProblemsOnly && problems.length > 0;
  return (
    <BlockStack gap="200">
      <Box paddingInline="300">
        <NewestRowsNote count={lines.length} max={max} noun="lines" />
        <Checkbox
          label={`Show warnings and errors only (${problems.length})`}
          checked={isFiltered}
          disabled={problems.length === 0}
          onChange={setProblemsOnly}
        />
      </Box>
      {lines.length === 0 ? (
        <EmptyOverlay>This run has no log yet.</EmptyOverlay>
      ) : (
        <PlainTable
          caption="log lines"
          density="compact"
          columns={COLUMNS}
          rows={(isFiltered ? problems : lines).map((line) => ({ ...line, id: String(line.id) }))}
          cells={{
            functionName: ({ functionName }) => <span className={styles.functionName}>{functionName}</span>,
            msg: ({ msg }) => <span data-whole>{msg}</span>,
            event: ({ logLevel }) => <Badge tone={EVENTS[logLevel].tone}>{EVENTS[logLevel].label}</Badge>,
            date: ({ date }) => <SecondsMoment at={date} />,
          }}
        />
      )}
    </BlockStack>
  );
}

interface SyncLogCardProps {
  /** Of the sync that was opened. Null shows nothing. */
  log: { fileName: string; lines: readonly SyncLineAnswer[] } | null;
}

/** The log of a sync, below the table of syncs. A log that is opened by a link scrolls into view. */
export function SyncLogCard({ log }: SyncLogCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const openFileName = log?.fileName;
  const isFirst = useRef(true);
  useEffect(() => {
    if (openFileName && !isFirst.current) card.current?.scrollIntoView({ behavior: "smooth" });
    isFirst.current = false;
  }, [openFileName]);
  if (!log) return null;
  return (
    <div ref={card}>
      <Card padding="0">
        <Box padding="300">
          <CardHeading title="Log" />
        </Box>
        <SyncLogTable key={log.fileName} lines={log.lines} />
      </Card>
    </div>
  );
}
