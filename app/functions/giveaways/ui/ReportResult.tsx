import { BlockStack, Box, Card, DataTable, InlineGrid, Link, Text } from "@shopify/polaris";
import { formatUsDate } from "~/platform/dates/us-date";
import { pluralize } from "~/platform/text/pluralize";
import { EmptyState } from "~/ui/EmptyState";
import { formatCount } from "~/ui/numbers";
import type { GiveawayReport } from "../schemas";

interface ReportResultProps {
  name: string;
  report: GiveawayReport;
  /** The job that writes the workbook. */
  jobId: string;
  /** The requested dates. */
  startDate?: string;
  endDate?: string;
}

/** The report's counts per state and per day. */
export function ReportResult({ name, report, jobId, startDate, endDate }: ReportResultProps) {
  const { registered, states, days } = report;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Report on {name}
          </Text>
          <Text as="p">
            {pluralize(registered, "person has", "people have")} registered
            {periodText(startDate, endDate)}.{" "}
            <Link url={`/jobs/${jobId}`}>The full workbook will be in the job center.</Link>
          </Text>
        </BlockStack>
        {registered === 0 ? (
          <EmptyState heading="No registrations">
            {startDate || endDate
              ? "There are no registrations in the selected dates. Clear the dates to include all registrations."
              : "People appear here when they register."}
          </EmptyState>
        ) : (
          <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
            <CountTable
              heading="By state"
              first="State"
              rows={states.map(({ state, count }) => [state, count])}
            />
            <Box maxWidth="100%">
              <CountTable
                heading="By day"
                first="Day"
                rows={days.map(({ day, count }) => [formatUsDate(day), count])}
              />
            </Box>
          </InlineGrid>
        )}
      </BlockStack>
    </Card>
  );
}

function periodText(start?: string, end?: string): string {
  if (start && end) return ` from ${start} to ${end}`;
  if (start) return ` since ${start}`;
  return end ? ` until ${end}` : "";
}

function CountTable({ heading, first, rows }: { heading: string; first: string; rows: [string, number][] }) {
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {heading}
      </Text>
      <DataTable
        columnContentTypes={["text", "numeric"]}
        headings={[first, "Registrations"]}
        rows={rows.map(([name, count]) => [name, formatCount(count)])}
      />
    </BlockStack>
  );
}
