import { Badge, Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import { syncsListOf } from "~/core/syncs/sync";
import { useSyncPoll } from "~/core/syncs/ui/SyncProgress";
import { addDefinitions } from "~/domain/products/ui/MetafieldName";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { latestOf } from "~/ui/list/latest-row";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { filtersCall } from "../function";
import { NO_FILTERS, SECTION } from "../messages";
import type { DefinitionsTabData, SolrFiltersPageData } from "../page-data.server";
import type { FilterDefinition } from "../schemas";
import { FILTERS_LIST } from "../settings";
import { CollectionFiltersTab } from "./CollectionFiltersTab";
import { FiltersFrame } from "./FiltersFrame";
import { RowCheckbox } from "./RowCheckbox";

/** The screen SOLR Filters: the filters of a collection, or what products can be filtered by. */
export function SolrFiltersPage({ page }: { page: SolrFiltersPageData }) {
  return page.tab === "collections" ? <CollectionFiltersTab {...page} /> : <DefinitionsTab {...page} />;
}

const UiSettingsDialog = lazyPart(() => import("./UiSettingsDialog"));
const SolrSettingsDialog = lazyPart(() => import("./SolrSettingsDialog"));

const COLUMNS = [
  { key: "active", title: "Active" },
  { key: "order", title: "Order", align: "end" },
  { key: "filter", title: "Filter", narrow: "title" },
  { key: "overwrite", title: "Overwrite" },
  { key: "actions", title: "Action", narrow: "plain" },
] as const;

type Opened = { dialog: "ui" | "solr"; filter: FilterDefinition } | null;

/** The tab Filters Definitions: which fields are filters, and publishing the filters of all collections. */
function DefinitionsTab({ definitions, unpublished, lastUpdate, problem }: DefinitionsTabData) {
  const [opened, setOpened] = useState<Opened>(null);
  const [wasActivated, setActivated] = useState(false);
  const close = useCallback(() => setOpened(null), []);
  const { domain } = useFrame().shop;
  const publishing = useCall();
  const clearLater = useClearWhenAccepted(publishing.answer);
  useListRefresh(FILTERS_LIST, syncsListOf(SECTION));
  const isRunning = lastUpdate?.isRunning ?? false;
  useSyncPoll(isRunning);
  return (
    <>
      <FiltersFrame
        tab="definitions"
        problem={problem}
        primaryAction={{
          content: "Update Collections",
          disabled: isRunning || !(wasActivated || unpublished > 0),
          loading: publishing.isBusy,
          onAction: () => {
            clearLater(() => setActivated(false));
            publishing.run(filtersCall("solrFilters.updateCollections", {}));
          },
        }}
        toolbar={problem ? null : <Publication unpublished={unpublished} lastUpdate={lastUpdate} />}
      >
        {definitions.length > 0 && (
          <PlainTable
            caption="filters"
            columns={COLUMNS}
            density="compact"
            rows={definitions.map((definition) => ({ ...definition, id: definition.name }))}
            cells={{
              active: ({ name, active }) => (
                <RowCheckbox
                  label={`${name} is active`}
                  checked={active}
                  callOf={(isActive) => filtersCall("solrFilters.setActive", { name, active: isActive })}
                  onAccepted={() => setActivated(true)}
                />
              ),
              order: ({ order }) => order,
              filter: ({ name, active, hasValues }) => (
                <InlineStack gap="200" blockAlign="center">
                  <span>{name}</span>
                  {active && !hasValues && <Badge tone="attention">No values</Badge>}
                </InlineStack>
              ),
              overwrite: ({ overwrite }) => overwrite,
              actions: (filter) => (
                <ButtonGroup noWrap>
                  <Button
                    size="slim"
                    disabled={!filter.active}
                    accessibilityLabel={`UI Settings of ${filter.name}`}
                    onClick={() => setOpened({ dialog: "ui", filter })}
                  >
                    UI Settings
                  </Button>
                  <Button
                    size="slim"
                    disabled={!filter.active}
                    accessibilityLabel={`SOLR Settings of ${filter.name}`}
                    onClick={() => setOpened({ dialog: "solr", filter })}
                  >
                    SOLR Settings
                  </Button>
                </ButtonGroup>
              ),
            }}
          />
        )}
        {definitions.length === 0 && !problem && (
          <EmptyOverlay action={addDefinitions(domain)}>
            {`${NO_FILTERS} Metafields with a definition and options of products become filters.`}
          </EmptyOverlay>
        )}
      </FiltersFrame>
      {opened && (
        <Suspense>
          {opened.dialog === "ui" && (
            <UiSettingsDialog filter={latestOf(opened.filter, definitions, "name")} onClose={close} />
          )}
          {opened.dialog === "solr" && (
            <SolrSettingsDialog filter={latestOf(opened.filter, definitions, "name")} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}

/** What isn't published, and how the last update ended. */
function Publication({ unpublished, lastUpdate }: Pick<DefinitionsTabData, "unpublished" | "lastUpdate">) {
  return (
    <Text as="p" tone="subdued">
      {unpublishedText(unpublished)}{" "}
      {lastUpdate && (
        <>
          <Link url={`/jobs/${lastUpdate.jobId}`}>Last update</Link>: {lastUpdate.status},{" "}
          <Moment at={lastUpdate.at} time />.
        </>
      )}
    </Text>
  );
}

function unpublishedText(count: number): string {
  if (count === 0) return "All collections have their current filters.";
  return count === 1
    ? "1 collection has changes that aren't published."
    : `${count.toLocaleString("en-US")} collections have changes that aren't published.`;
}
