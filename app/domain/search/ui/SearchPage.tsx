import { Banner, Box, Card, InlineStack, Page } from "@shopify/polaris";
import { type ReactNode, useId } from "react";
import { SyncPage } from "~/core/syncs/ui/SyncPage";
import { useMenuName } from "~/ui/frame";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import type { SearchPageData } from "../search-page.server";
import { SEARCH_TABS, type SearchPageCalls, type SearchTab, TAB_LABELS } from "../search-tabs";
import { FieldsTab } from "./FieldsTab";
import { InspectorTab } from "./InspectorTab";
import { NotConfigured, needsOfChanges } from "./needs-of-changes";
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
        blocked={configured ? undefined : <NotConfigured system={system} />}
      />
    );
  }
  return (
    <TabPage title={title} tabs={tabs} problem={data.problem}>
      {data.tab === "fields" && <FieldsTab system={system} fields={data.fields} callOf={calls.setField} />}
      {data.tab === "inspector" && (
        <InspectorTab system={system} section={section} data={data} calls={calls} />
      )}
      {data.tab === "search" && <TrySearchTab system={system} data={data} />}
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
