import { BlockStack, Box, Card, DataTable, InlineGrid, Link, Text } from "@shopify/polaris";
import { shownDay } from "~/platform/written-day";
import { EmptyState } from "~/ui/EmptyState";
import { formatCount } from "~/ui/numbers";
import type { GiveawayReport } from "../contract";

interface ReportResultProps {
  name: string;
  report: GiveawayReport;
  /** The job that writes the workbook. */
  jobId: string;
}

/** What the report says: how many there are in each state, and how many registered on each day. */
export function ReportResult({ name, report, jobId }: ReportResultProps) {
  const { registered, states, days } = report;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Report on {name}
          </Text>
          <Text as="p">
            {formatCount(registered)} {registered === 1 ? "person has" : "people have"} registered.{" "}
            <Link url={`/jobs/${jobId}`}>The workbook with all of them is in the job centre.</Link>
          </Text>
        </BlockStack>
        {registered === 0 ? (
          <EmptyState heading="Nobody registered">
            Nobody has, or not on the days that were chosen. Without days the report is about all of them.
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
                rows={days.map(({ day, count }) => [shownDay(day), count])}
              />
            </Box>
          </InlineGrid>
        )}
      </BlockStack>
    </Card>
  );
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
