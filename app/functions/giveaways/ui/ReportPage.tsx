import { BlockStack, Box, Button, Card, FormLayout, InlineStack, Page } from "@shopify/polaris";
import { useId } from "react";
import { ActionForm } from "~/ui/form/ActionForm";
import { DayInput } from "~/ui/form/DayInput";
import { SelectInput } from "~/ui/form/fields";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useFetcher } from "~/ui/useFetcher";
import type { GiveawaysAnswer } from "../giveaways-form.server";
import { CHOOSE_A_GIVEAWAY, END_DATE_NOT_VALID, SELECT_GIVEAWAY, START_DATE_NOT_VALID } from "../messages";
import { ReportResult } from "./ReportResult";
import { TABS, TITLE } from "./tabs";

/** The tab Report: shows a giveaway's figures, and links to its workbook. */
export function ReportPage({ choices }: { choices: readonly { id: number; name: string }[] }) {
  const fetcher = useFetcher<GiveawaysAnswer>();
  const search = usePendingSearch();
  const panelId = useId();
  const made = fetcher.data?.report;
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
            <section id={panelId} role="tabpanel" aria-label="Report">
              <ActionForm fetcher={fetcher} action="/giveaways" hidden={{ intent: "report" }}>
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
            </section>
          </Box>
        </Card>
        {made && <ReportResult {...made} />}
      </BlockStack>
    </Page>
  );
}
