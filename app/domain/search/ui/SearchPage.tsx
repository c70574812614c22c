import { Banner, BlockStack, Box, Card, Checkbox, InlineStack, List, Page, Text } from "@shopify/polaris";
import { type ReactNode, useId } from "react";
import NotSetUp from "~/core/connections/ui/NotSetUp";
import { syncsListOf } from "~/core/syncs/sync";
import { SyncPage } from "~/core/syncs/ui/SyncPage";
import type { SyncNeed } from "~/core/syncs/ui/SyncStatus";
import type { PageCall } from "~/platform/page-call";
import { useMenuName } from "~/ui/frame";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { PlainTable } from "~/ui/list/PlainTable";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useSavedCheckbox } from "~/ui/useSavedCheckbox";
import type { IndexedField } from "../index-fields.server";
import { refusedText } from "../search-engine";
import type { SearchPageData } from "../search-page.server";
import { SEARCH_TABS, type SearchPageCalls, type SearchTab, TAB_LABELS } from "../search-tabs";
import type { PendingChanges } from "../sync-state";
import { InspectorTab } from "./InspectorTab";
import { TrySearchTab } from "./TrySearchTab";

interface SearchPageProps {
  title: string;
  runTitle: string;
  /** Of the engine's syncs. */
  section: string;
  /** The engine's name, for people. */
  system: string;
  calls: SearchPageCalls;
  data: SearchPageData;
  /** Of the live log, in pixels. */
  logHeight?: number;
  /** Where the page has required captions and intervals. */
  required?: Parameters<typeof SyncPage>[0]["required"];
}

/** The page of a search engine: its syncs, the fields of its index, products beside their records, and searches to try out. */
export function SearchPage(props: SearchPageProps) {
  const { title, runTitle, section, system, calls, data, logHeight, required } = props;
  const panelId = useId();
  const tabs = { bar: <Tabs selected={data.tab} panelId={panelId} />, panelId, label: TAB_LABELS[data.tab] };
  if (data.tab === "syncs") {
    const { configured, changes, tab: _tab, ...syncs } = data;
    return (
      <SyncPage
        {...syncs}
        title={title}
        runTitle={runTitle}
        section={section}
        tabs={tabs}
        address={{ tab: "syncs" }}
        logHeight={logHeight}
        required={required}
        start={calls.start}
        needs={configured && changes ? needsOfChanges(system, changes) : undefined}
        notSetUp={configured ? undefined : system}
      />
    );
  }
  return (
    <TabPage title={title} tabs={tabs} problem={data.problem}>
      {data.tab === "fields" && (
        <FieldsTab system={system} section={section} fields={data.fields} callOf={calls.setField} />
      )}
      {"configured" in data && !data.configured ? (
        <Box padding="300" paddingBlockStart="0">
          <NotSetUp system={system} />
        </Box>
      ) : (
        <>
          {data.tab === "inspector" && (
            <InspectorTab system={system} section={section} data={data} calls={calls} />
          )}
          {data.tab === "search" && <TrySearchTab system={system} data={data} />}
        </>
      )}
    </TabPage>
  );
}

function Tabs({ selected, panelId }: { selected: SearchTab; panelId: string }) {
  const search = usePendingSearch();
  return (
    <ListTabs
      tabs={SEARCH_TABS.map((id) => ({ id, label: TAB_LABELS[id] }))}
      selected={selected}
      panelId={panelId}
      hrefOf={({ id }) => firstPage(search, { tab: id, log: null, product: null, q: null, facets: null })}
    />
  );
}

interface TabPageProps {
  title: string;
  tabs: { bar: ReactNode; panelId: string; label: string };
  problem: string | null;
  children: ReactNode;
}

function TabPage({ title, tabs, problem, children }: TabPageProps) {
  return (
    <Page title={title} subtitle={useMenuName(title)}>
      <Card padding="0">
        <Box paddingBlock="200" paddingInline="300">
          <InlineStack align="space-between" blockAlign="center" wrap={false}>
            {tabs.bar}
            <ConnectionState />
          </InlineStack>
        </Box>
        <section id={tabs.panelId} role="tabpanel" aria-label={tabs.label}>
          {problem && (
            <Box padding="300" paddingBlockStart="0">
              <Banner tone="critical">{problem}</Banner>
            </Box>
          )}
          {children}
        </section>
      </Card>
    </Page>
  );
}

const COLUMNS = [
  { key: "indexed", title: "Indexed" },
  { key: "field", title: "Field", narrow: "title" },
  { key: "kind", title: "Kind" },
  { key: "products", title: "Products", align: "end" },
] as const;

interface FieldsTabProps {
  system: string;
  section: string;
  fields: readonly IndexedField[];
  callOf(name: string, indexed: boolean): PageCall;
}

/** The tab Fields: what the records of products have. */
function FieldsTab({ system, section, fields, callOf }: FieldsTabProps) {
  useListRefresh(syncsListOf(section));
  return (
    <>
      <Box padding="300" paddingBlockStart="0">
        <Text as="p" tone="subdued">
          {`Records always have the title, the handle and the currency. A change applies to all products with the next full sync with ${system}. Products that aren't active on the online store aren't sent.`}
        </Text>
      </Box>
      <PlainTable
        caption="fields"
        columns={COLUMNS}
        density="compact"
        rows={fields.map((field) => ({ ...field, id: field.name }))}
        cells={{
          // A checked box that is disabled looks like one that isn't checked.
          indexed: (field) =>
            field.isFiltered ? "Always" : <IndexedCheckbox field={field} callOf={callOf} />,
          field: ({ label }) => label,
          kind: ({ isMetafield, isFiltered }) =>
            `${isMetafield ? "Metafield" : "Product field"}${isFiltered ? ", used by a search filter" : ""}`,
          products: ({ products }) => (products === null ? "" : formatCount(products)),
        }}
      />
    </>
  );
}

function IndexedCheckbox({
  field: { name, label, indexed },
  callOf,
}: {
  field: IndexedField;
  callOf: FieldsTabProps["callOf"];
}) {
  const { checked, choose } = useSavedCheckbox({
    stored: indexed,
    callOf: (wanted) => callOf(name, wanted),
  });
  return <Checkbox label={`Index ${label}`} labelHidden checked={checked} onChange={choose} />;
}

/** Which changed products the live index doesn't have yet, and why, as what needs a person on the page of the engine. */
function needsOfChanges(
  system: string,
  { waiting, pausedJobId, refused, problem }: PendingChanges,
): SyncNeed[] {
  return [
    ...(pausedJobId !== null ? [{ id: "waiting", content: <Text as="p">{waitingText(waiting)}</Text> }] : []),
    ...(refused.length > 0 || problem !== null
      ? [
          {
            id: "refused",
            content: (
              <BlockStack gap="200">
                <Text as="p" tone="critical">{`Changed products weren't sent to ${system}.`}</Text>
                {problem !== null && <Text as="p">{problem}</Text>}
                {refused.length > 0 && (
                  <List>
                    {refused.map((product) => (
                      <List.Item key={product.id}>{refusedText(product)}</List.Item>
                    ))}
                  </List>
                )}
                <Text as="p">They are sent again every five minutes.</Text>
              </BlockStack>
            ),
          },
        ]
      : []),
  ];
}

function waitingText(waiting: number): string {
  const until = "until the sync is resumed or canceled, and has ended.";
  if (waiting === 0) return `Products that change wait ${until}`;
  const products =
    waiting === 1 ? "1 changed product waits" : `${waiting.toLocaleString("en-US")} changed products wait`;
  return `${products} ${until}`;
}
