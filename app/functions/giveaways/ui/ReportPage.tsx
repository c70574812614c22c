import {
  BlockStack,
  Box,
  Button,
  Card,
  DataTable,
  FormLayout,
  InlineGrid,
  InlineStack,
  Link,
  Page,
  Text,
} from "@shopify/polaris";
import { useId, useRef, useState } from "react";
import { formatUsDate } from "~/platform/dates/date-text";
import type { ActionAnswer } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import { EmptyState } from "~/ui/EmptyState";
import { ActionForm } from "~/ui/form/ActionForm";
import { DayInput } from "~/ui/form/DayInput";
import { SelectInput } from "~/ui/form/fields";
import { ADD_FIRST } from "~/ui/ListPage";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { useFetcher } from "~/ui/useFetcher";
import { giveawayCall } from "../function";
import { CHOOSE_A_GIVEAWAY, END_DATE_NOT_VALID, SELECT_GIVEAWAY, START_DATE_NOT_VALID } from "../messages";
import type { GiveawayReport } from "../schemas";
import { TABS, TITLE } from "./ListParts";

/** The tab Report: shows a giveaway's figures, and links to its workbook. */
export function ReportPage({ choices }: { choices: readonly { id: number; name: string }[] }) {
  const fetcher = useFetcher<ReportAnswer>();
  const requested = useRef<Period>({});
  const made = useMadeReport(fetcher.data, requested.current);
  const search = usePendingSearch();
  const panelId = useId();
  const options = [
    { value: "", label: SELECT_GIVEAWAY },
    ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Page fullWidth title={TITLE}>
      <BlockStack gap="400">
        <Card padding="0">
          <Box paddingBlockStart="200" paddingInline="300">
            <ListTabs
              tabs={TABS}
              selected="report"
              panelId={panelId}
              hrefOf={(tab) => firstPage(search, { tab: tab.id, q: null, sort: null })}
            />
          </Box>
          <Box padding="400">
            {/* Two dates need no more room, also on a wide screen. */}
            <section id={panelId} role="tabpanel" aria-label="Report" style={{ maxWidth: "48rem" }}>
              {choices.length === 0 ? (
                <EmptyState
                  heading="No giveaways yet"
                  action={{ content: ADD_FIRST, url: "/giveaways?tab=manage&new=1" }}
                >
                  A report is about the registrations of one giveaway.
                </EmptyState>
              ) : (
                <ActionForm
                  fetcher={fetcher}
                  action="/giveaways"
                  call={({ startDate, endDate, ...fields }) => {
                    requested.current = { startDate: dayOf(startDate), endDate: dayOf(endDate) };
                    return giveawayCall("giveaways.report", { ...fields, ...requested.current });
                  }}
                >
                  <FormLayout>
                    <SelectInput
                      name="id"
                      label="Giveaway Name"
                      options={options}
                      validate={(id) => (id ? undefined : CHOOSE_A_GIVEAWAY)}
                    />
                    <FormLayout.Group>
                      <DayInput
                        name="startDate"
                        label="Start Date"
                        defaultDay=""
                        optional
                        problem={START_DATE_NOT_VALID}
                      />
                      <DayInput
                        name="endDate"
                        label="End Date"
                        defaultDay=""
                        optional
                        problem={END_DATE_NOT_VALID}
                      />
                    </FormLayout.Group>
                    <InlineStack>
                      <Button submit variant="primary" loading={fetcher.state !== "idle"}>
                        Create Report
                      </Button>
                    </InlineStack>
                  </FormLayout>
                </ActionForm>
              )}
            </section>
          </Box>
        </Card>
        {made && <ReportResult {...made} />}
      </BlockStack>
    </Page>
  );
}

/** The requested dates, as they were entered. */
interface Period {
  startDate?: string;
  endDate?: string;
}

interface ReportAnswer extends ActionAnswer {
  value?: { giveaway: { name: string }; report: GiveawayReport; jobId: string };
}

const dayOf = (text: unknown): string | undefined => String(text ?? "").trim() || undefined;

/** The report that was answered last, with the dates that it was requested for. Later requests don't change them. */
function useMadeReport(answer: ReportAnswer | undefined, requested: Period): ReportResultProps | undefined {
  const [latest, setLatest] = useState<{ answer?: ReportAnswer; made?: ReportResultProps }>({});
  if (answer === latest.answer) return latest.made;
  const { giveaway, report, jobId } = answer?.value ?? {};
  const made = giveaway && report && jobId ? { name: giveaway.name, report, jobId, ...requested } : undefined;
  setLatest({ answer, made });
  return made;
}

interface ReportResultProps extends Period {
  name: string;
  report: GiveawayReport;
  /** The job that writes the workbook. */
  jobId: string;
}

/** The report's counts per state and per day. */
function ReportResult({ name, report, jobId, startDate, endDate }: ReportResultProps) {
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
            <Link url={`/jobs/${jobId}`}>The full workbook will be in Jobs.</Link>
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
