import { useRevalidator } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, Page, Text } from "@shopify/polaris";
import { RefreshIcon } from "@shopify/polaris-icons";
import { Suspense, useEffect, useMemo, useState } from "react";
import { MetafieldName } from "~/domain/products/ui/MetafieldName";
import { pluralize } from "~/platform/text/pluralize";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import { useMenuName } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { EmptyOverlay, LoadingOverlay } from "~/ui/list/RowOverlay";
import { RowTable } from "~/ui/list/RowTable";
import { SearchBox } from "~/ui/list/SearchBox";
import { formatCount } from "~/ui/numbers";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useHoldRefresh, useListRefresh } from "~/ui/realtime/useRealtime";
import { TimeAgo } from "~/ui/TimeAgo";
import { LIST_ID, salsifyDisplayList } from "../display-names";
import type { DisplayNames } from "../schemas";
import styles from "./DisplayNamesPage.module.css";
import { ListConflict } from "./ListConflict";
import { type DisplayNamesPageData, useDisplayNames, useShownData } from "./useDisplayNames";
import { type GridCells, GridProvider, inputIdOf, ValueInput } from "./ValueInput";

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

type Row = DisplayNames["data"][number];

/** The grid of display names, saved as a whole. */
export function DisplayNamesPage({ data }: { data: DisplayNamesPageData }) {
  const { list, now, reloadProblem } = data;
  useShownData(data);
  const grid = useDisplayNames(list);
  const { rows, problems, changedCount, isBusy, conflict, lastSave } = grid;
  const [search, setSearch] = useState("");
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [focusKey, setFocusKey] = useState<string>();
  const revalidator = useRevalidator();
  const isDirty = changedCount > 0;
  useListRefresh(salsifyDisplayList.name);
  useHoldRefresh(isDirty);

  const save = () => {
    const [firstProblem] = problems.keys();
    if (firstProblem === undefined) return grid.save();
    // It may be a row that the search hides.
    setSearch("");
    setFocusKey(firstProblem);
  };
  useEffect(() => {
    if (focusKey === undefined) return;
    document.getElementById(inputIdOf(focusKey))?.focus();
    setFocusKey(undefined);
  }, [focusKey]);
  const discard = () => grid.discard();
  useSaveBar(isDirty, { busy: isBusy, count: grid.changedCount, save, discard });

  const storedValues = useMemo(() => new Map(rows.map(({ key, value }) => [key, value])), [rows]);
  const cells: GridCells = { ...grid, storedValueOf: (key) => storedValues.get(key) ?? "" };
  const shownRows = useMemo(() => rows.filter((row) => matches(row, search)), [rows, search]);
  const withValue = rows.filter(({ value }) => value !== "").length;

  return (
    <Page
      title="Salsify Display Names"
      subtitle={useMenuName("Salsify Display Names")}
      primaryAction={{ content: "Save", disabled: !isDirty, loading: isBusy, onAction: save }}
      secondaryActions={[{ content: "History", onAction: () => setHistoryOpen(true) }]}
    >
      <BlockStack gap="400">
        {conflict && <ListConflict {...conflict} ownCount={changedCount} onDiscard={discard} />}
        {grid.problem && (
          <Banner tone="critical" title="The display names weren't updated" onDismiss={grid.dismissProblem}>
            {grid.problem}
          </Banner>
        )}
        {reloadProblem && (
          <Banner tone="warning" title="The list couldn't be refreshed">
            {reloadProblem}
          </Banner>
        )}
        <Card padding="0">
          <div className={styles.toolbar}>
            <SearchBox
              id="display-names-search"
              value={search}
              hint={salsifyDisplayList.search.hint}
              maxLength={salsifyDisplayList.search.maxLength}
              afterMs={salsifyDisplayList.search.afterMs}
              onSearch={setSearch}
            />
            <span className={styles.tools}>
              <ConnectionState />
              <Button
                icon={RefreshIcon}
                variant="tertiary"
                accessibilityLabel="Refresh"
                disabled={isDirty}
                loading={revalidator.state === "loading"}
                onClick={() => revalidator.revalidate()}
              />
            </span>
          </div>
          {lastSave && !conflict && (
            <div className={styles.lastSave}>
              <Text as="span" tone="subdued">
                Last saved by {lastSave.by.name} <TimeAgo at={lastSave.at} now={now} />:{" "}
                {pluralize(lastSave.changes.length, "display name")} changed
              </Text>
              {!isDirty && (
                <Button variant="plain" disabled={isBusy} onClick={grid.undoLastSave}>
                  Undo
                </Button>
              )}
            </div>
          )}
          <section className={styles.panel} aria-label="Metafield display names">
            <GridProvider value={cells}>
              <Grid rows={shownRows} />
            </GridProvider>
            {shownRows.length === 0 && (
              <EmptyOverlay>{rows.length === 0 ? NO_DEFINITIONS : noMatch(search)}</EmptyOverlay>
            )}
            {revalidator.state === "loading" && !isDirty && <LoadingOverlay />}
          </section>
          <div className={styles.footer} role="status">
            {search && `${formatCount(shownRows.length)} found. `}
            {rows.length > 0 &&
              `${formatCount(withValue)} of ${pluralize(rows.length, "key has", "keys have")} a display name`}
          </div>
        </Card>
      </BlockStack>
      {isHistoryOpen && (
        <Suspense>
          <HistoryModal
            name="metafield display names"
            url={`/activity/displayNames/${LIST_ID}`}
            onClose={() => setHistoryOpen(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

const NO_DEFINITIONS =
  "Add product metafield definitions in Shopify, under Settings > Metafields and metaobjects > Products. Their keys are then listed here.";
const noMatch = (search: string) =>
  `No key, name or value contains “${search}”. Clear the search to see all keys.`;

/** By what is stored: a row doesn't disappear while its value is being typed. */
function matches({ key, name, value }: Row, search: string): boolean {
  const part = search.trim().toLowerCase();
  return [key, name ?? "", value].some((text) => text.toLowerCase().includes(part));
}

/** Its rows render only when the list changes. The inputs get their values from `GridProvider`. */
function Grid({ rows }: { rows: readonly Row[] }) {
  return useMemo(
    () => (
      <RowTable
        list={salsifyDisplayList}
        state={{ search: "", sort: salsifyDisplayList.defaultSort }}
        search=""
        caption="display names"
        rows={rows.map((row) => ({ ...row, id: row.key }))}
        rowLabel={({ key }) => key}
        cells={{
          key: ({ key, name }) => <MetafieldName metafield={key} name={name} />,
          value: ({ key }) => <ValueInput metaKey={key} />,
        }}
      />
    ),
    [rows],
  );
}
