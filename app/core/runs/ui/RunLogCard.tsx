import { Box, Card } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { CardHeading } from "~/ui/CardHeading";
import type { RunLineAnswer } from "../run-contract";
import { RunLogTable } from "./RunLogTable";

interface RunLogCardProps {
  /** Of the run that was opened. Null shows nothing. */
  log: { fileName: string; lines: readonly RunLineAnswer[] } | null;
}

/** The log of a run, below the table of runs. A log that is opened by a link scrolls into view. */
export function RunLogCard({ log }: RunLogCardProps) {
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
        <RunLogTable key={log.fileName} lines={log.lines} />
      </Card>
    </div>
  );
}
