import { useNavigate } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Button,
  Checkbox,
  InlineStack,
  Link,
  RadioButton,
  Select,
  Text,
} from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import { adminAddress } from "~/platform/admin-address";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { latestOf } from "~/ui/list/latest-row";
import { EmptyOverlay, LoadingOverlay } from "~/ui/list/RowOverlay";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { useHydrated } from "~/ui/useHydrated";
import { filtersCall } from "../function";
import { NO_COLLECTIONS, NO_FILTERS } from "../messages";
import type { CollectionsTabData } from "../page-data.server";
import type { FilterPreview as Preview } from "../preview.server";
import type { CollectionFilter, CollectionItem } from "../schemas";
import { FILTERS_LIST } from "../settings";
import { CollectionsOverview } from "./CollectionsOverview";
import { FiltersFrame } from "./FiltersFrame";
import styles from "./FiltersFrame.module.css";

// With its code for dragging, which the choice of a collection doesn't need.
const FilterGrid = lazyPart(() => import("./FilterGrid"));

const UiSettingsDialog = lazyPart(() => import("./UiSettingsDialog"));

const OptionsDialog = lazyPart(() => import("./OptionsDialog"));

const CopyDialog = lazyPart(() => import("./CopyDialog"));

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

type Opened = { dialog: "settings" | "options"; filter: CollectionFilter } | { dialog: "copy" | "history" };

/** The tab Collection Filters: which filters a collection has, and how they are shown. */
export function CollectionFiltersTab({
  collections,
  collection,
  filters,
  preview,
  overview,
  problem,
}: CollectionsTabData) {
  const [opened, setOpenedIn] = useState<(Opened & { collection: string | null }) | null>(null);
  const setOpened = (dialog: Opened) => setOpenedIn({ ...dialog, collection });
  const close = useCallback(() => setOpenedIn(null), []);
  // Another collection's filters have the same names: what is entered isn't about them.
  if (opened && opened.collection !== collection) setOpenedIn(null);
  // The server doesn't render the grid: it would be updated before its script is there to hydrate it, which React reports as an error.
  const isHydrated = useHydrated();
  const search = usePendingSearch();
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
            {collection && (
              <Link url={firstPage(search, { tab: "collections", collection: null })}>All collections</Link>
            )}
            {chosen && preview && <Publication collection={chosen} isUnpublished={preview.isUnpublished} />}
          </BlockStack>
        }
      >
        {filters.length > 0 && (
          <div className={styles.columns}>
            {isHydrated ? (
              <Suspense fallback={<LoadingOverlay />}>
                <FilterGrid
                  filters={filters}
                  onSettings={(filter) => setOpened({ dialog: "settings", filter })}
                  onOptions={(filter) => setOpened({ dialog: "options", filter })}
                />
              </Suspense>
            ) : (
              <LoadingOverlay />
            )}
            {preview && (
              <aside className={styles.preview} aria-label="Preview">
                <FilterPreview preview={preview} />
              </aside>
            )}
          </div>
        )}
        {overview && collections.length > 0 && <CollectionsOverview {...overview} />}
        {filters.length === 0 && !problem && !(overview && collections.length > 0) && (
          <Empty hasCollections={collections.length > 0} />
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
      onChange={(collection) =>
        navigate(firstPage(search, { tab: "collections", collection, q: null, show: null }))
      }
    />
  );
}

interface PublicationProps {
  collection: CollectionItem;
  isUnpublished: boolean;
}

/** What is changed here is stored, and published by a button, for this collection only. */
function Publication({ collection, isUnpublished }: PublicationProps) {
  const publishing = useCall();
  if (!isUnpublished)
    return (
      <Text as="p" tone="subdued">
        Shoppers see these filters.
      </Text>
    );
  return (
    <InlineStack gap="200" blockAlign="center">
      <Text as="p">Shoppers don't see the latest changes yet.</Text>
      <Button
        size="slim"
        variant="primary"
        loading={publishing.isBusy}
        onClick={() =>
          publishing.run(filtersCall("solrFilters.updateCollections", { collection: collection.id }))
        }
      >
        Publish this collection
      </Button>
    </InlineStack>
  );
}

function Empty({ hasCollections }: { hasCollections: boolean }) {
  const search = usePendingSearch();
  const { domain } = useFrame().shop;
  if (!hasCollections)
    return (
      <EmptyOverlay
        action={{
          content: "Open collections in Shopify",
          url: adminAddress(domain, "/collections"),
          target: "_top",
        }}
      >
        {`${NO_COLLECTIONS} Create one in Shopify, under Products > Collections.`}
      </EmptyOverlay>
    );
  return (
    <EmptyOverlay
      heading="No filter is active"
      action={{ content: "Activate filters", url: firstPage(search, { tab: "definitions" }) }}
    >{`${NO_FILTERS} A collection can include those that are active.`}</EmptyOverlay>
  );
}

/** Of each filter. Themes scroll, or show the others on request. */
const SHOWN_OPTIONS = 6;

/** The filters of a collection as shoppers would see them, with counts from the live index. */
function FilterPreview({ preview: { total, problem, isUnpublished, filters } }: { preview: Preview }) {
  return (
    <BlockStack gap="300">
      <BlockStack gap="100">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingSm">
            As shoppers see it
          </Text>
          {isUnpublished && <Badge tone="attention">Not published</Badge>}
        </InlineStack>
        {total !== null && (
          <Text as="p" tone="subdued">
            {total === 1 ? "1 product in the live index" : `${formatCount(total)} products in the live index`}
          </Text>
        )}
        {problem && (
          <Text as="p" tone="critical">
            {problem}
          </Text>
        )}
        {filters.length === 0 && (
          <Text as="p" tone="subdued">
            No filter is included and shown.
          </Text>
        )}
      </BlockStack>
      {filters.map((filter) => (
        <PreviewedFilter key={filter.name} filter={filter} isRead={problem === null} />
      ))}
    </BlockStack>
  );
}

interface PreviewedFilterProps {
  filter: Preview["filters"][number];
  /** Whether the index could be read. */
  isRead: boolean;
}

function PreviewedFilter({ filter, isRead }: PreviewedFilterProps) {
  const { caption, control, options, counts } = filter;
  const more = options.length - SHOWN_OPTIONS;
  return (
    <BlockStack gap="050">
      <Text as="h3" variant="headingXs">
        {caption}
      </Text>
      {control === "Range" ? (
        <Text as="p" tone="subdued">
          From … to …
        </Text>
      ) : (
        options.slice(0, SHOWN_OPTIONS).map(({ value, caption: text, count }) => {
          const label = counts ? `${text} (${formatCount(count)})` : text;
          return control === "Radio" ? (
            <RadioButton key={value} label={label} checked={false} disabled />
          ) : control === "Checkbox" ? (
            <Checkbox key={value} label={label} checked={false} disabled />
          ) : (
            <Text key={value} as="p">
              {label}
            </Text>
          );
        })
      )}
      {more > 0 && <Text as="p" tone="subdued">{`and ${formatCount(more)} more options`}</Text>}
      {control !== "Range" && options.length === 0 && isRead && (
        <Text as="p" tone="subdued">
          No product has a value.
        </Text>
      )}
    </BlockStack>
  );
}
