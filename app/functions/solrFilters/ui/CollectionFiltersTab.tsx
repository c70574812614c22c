import { useNavigate } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Checkbox, Link, Select, Text } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import type { PageCall } from "~/platform/page-call";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { latestOf } from "~/ui/list/latest-row";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { useSavedCheckbox } from "~/ui/useSavedCheckbox";
import { PRICE } from "../fields";
import { filtersCall } from "../function";
import { NO_COLLECTIONS, NO_FILTERS, TAB_LABELS } from "../messages";
import type { CollectionsTabData } from "../page-data.server";
import type { CollectionFilter, CollectionItem } from "../schemas";
import { FILTERS_LIST } from "../settings";
import { FiltersFrame } from "./FiltersFrame";

const UiSettingsDialog = lazyPart(() => import("./UiSettingsDialog"));

const OptionsDialog = lazyPart(() => import("./OptionsDialog"));

const CopyDialog = lazyPart(() => import("./CopyDialog"));

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

const COLUMNS = [
  { key: "included", title: "Included" },
  { key: "order", title: "Order", align: "end" },
  { key: "filter", title: "Filter", narrow: "title" },
  { key: "overwrite", title: "Overwrite" },
  { key: "actions", title: "Action", narrow: "plain" },
] as const;

type Opened =
  | { dialog: "settings" | "options"; filter: CollectionFilter }
  | { dialog: "copy" | "history" }
  | null;

/** The tab Collection Filters: which filters a collection has, and how they are shown. */
export function CollectionFiltersTab({ collections, collection, filters, problem }: CollectionsTabData) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = useCallback(() => setOpened(null), []);
  useListRefresh(FILTERS_LIST);
  const refreshing = useCall();
  const chosen = collections.find(({ id }) => numberOf(id) === collection);
  return (
    <>
      <FiltersFrame
        tab="collections"
        problem={problem}
        primaryAction={{
          content: "Copy Configuration",
          disabled: !filters.some(({ included }) => included),
          onAction: () => setOpened({ dialog: "copy" }),
        }}
        secondaryActions={
          chosen && [{ content: "History", onAction: () => setOpened({ dialog: "history" }) }]
        }
        // The server has the collections of the last minute, so loading again alone wouldn't show a new one.
        refresh={{
          run: () => refreshing.run(filtersCall("solrFilters.collections", { refresh: "true" })),
          isBusy: refreshing.isBusy,
        }}
        toolbar={
          <BlockStack gap="100">
            <CollectionSelect collections={collections} />
            {chosen && <PublishHint />}
          </BlockStack>
        }
      >
        {filters.length > 0 && (
          <FilterGrid
            filters={filters}
            onSettings={(filter) => setOpened({ dialog: "settings", filter })}
            onOptions={(filter) => setOpened({ dialog: "options", filter })}
          />
        )}
        {filters.length === 0 && !problem && (
          <Empty hasCollections={collections.length > 0} collection={collection} />
        )}
      </FiltersFrame>
      {opened && (
        <Suspense>
          {opened.dialog === "settings" && (
            <UiSettingsDialog filter={latestOf(opened.filter, filters, "name")} onClose={close} />
          )}
          {opened.dialog === "options" && <OptionsDialog filter={opened.filter} onClose={close} />}
          {opened.dialog === "copy" && collection && (
            <CopyDialog filters={filters} collections={collections} from={collection} onClose={close} />
          )}
          {opened.dialog === "history" && chosen && (
            <HistoryModal
              name={`the filters of ${chosen.title}`}
              url={`/activity/filterCollection/${collection}`}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);

function CollectionSelect({ collections }: { collections: readonly CollectionItem[] }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  // Also while its filters are being loaded.
  const chosen = new URLSearchParams(search).get("collection");
  return (
    <Select
      label="Collection"
      labelHidden
      placeholder="Select Collection"
      options={collections.map(({ id, title }) => ({ value: numberOf(id), label: title }))}
      value={collections.some(({ id }) => numberOf(id) === chosen) ? (chosen ?? "") : ""}
      onChange={(collection) => navigate(firstPage(search, { tab: "collections", collection }))}
    />
  );
}

/** What is changed here is stored, and not published yet. */
function PublishHint() {
  const definitions = firstPage(usePendingSearch(), { tab: "definitions" });
  return (
    <Text as="p" tone="subdued">
      Shoppers see changes after Update Collections, under{" "}
      <Link url={definitions}>{TAB_LABELS.definitions}</Link>.
    </Text>
  );
}

interface FilterGridProps {
  filters: readonly CollectionFilter[];
  onSettings(filter: CollectionFilter): void;
  onOptions(filter: CollectionFilter): void;
}

function FilterGrid({ filters, onSettings, onOptions }: FilterGridProps) {
  return (
    <PlainTable
      caption="filters"
      columns={COLUMNS}
      density="compact"
      // Another collection's checkboxes are others, although the filters have the same names.
      rows={filters.map((filter) => ({ ...filter, id: `${filter.collection} ${filter.name}` }))}
      cells={{
        included: ({ name, collection, included }) => (
          <RowCheckbox
            label={`Include ${name}`}
            checked={included}
            callOf={(isIncluded) =>
              filtersCall(isIncluded ? "solrFilters.include" : "solrFilters.remove", {
                id: collection,
                collection,
                name,
              })
            }
          />
        ),
        order: ({ order }) => order,
        filter: ({ name }) => name,
        overwrite: ({ overwrite }) => overwrite,
        actions: (filter) => (
          <ButtonGroup noWrap>
            <Button
              size="slim"
              disabled={!filter.included}
              accessibilityLabel={`Settings of ${filter.name}`}
              onClick={() => onSettings(filter)}
            >
              Settings
            </Button>
            <Button
              size="slim"
              // The price is filtered by a range, so it has no options.
              disabled={!filter.included || filter.name === PRICE}
              accessibilityLabel={`Options of ${filter.name}`}
              onClick={() => onOptions(filter)}
            >
              Options
            </Button>
          </ButtonGroup>
        ),
      }}
    />
  );
}

function Empty({ hasCollections, collection }: { hasCollections: boolean; collection: string | null }) {
  if (!hasCollections)
    return (
      <EmptyOverlay>{`${NO_COLLECTIONS} Create one in Shopify, under Products > Collections.`}</EmptyOverlay>
    );
  if (!collection)
    return <EmptyOverlay heading="Select a collection">Its filters are then listed here.</EmptyOverlay>;
  return <EmptyOverlay>{`${NO_FILTERS} Activate filters under Filters Definitions first.`}</EmptyOverlay>;
}

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  /** The call that saves a value. */
  callOf(checked: boolean): PageCall;
  onAccepted?(): void;
}

/** A checkbox that saves immediately. It isn't disabled while it is saved, because it would lose the focus. */
export function RowCheckbox({ label, checked: stored, callOf, onAccepted }: RowCheckboxProps) {
  const { checked, choose } = useSavedCheckbox({ stored, callOf, onAccepted });
  return <Checkbox label={label} labelHidden checked={checked} onChange={choose} />;
}
