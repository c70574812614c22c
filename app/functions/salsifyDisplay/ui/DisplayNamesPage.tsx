import { useRevalidator } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, List, Page, Text } from "@shopify/polaris";
import { RefreshIcon } from "@shopify/polaris-icons";
import { createContext, type KeyboardEvent, Suspense, useContext, useEffect, useMemo, useState } from "react";
import { addDefinitions, MetafieldName } from "~/domain/products/ui/MetafieldName";
import { pluralize } from "~/platform/text/pluralize";
import { ConflictBanner } from "~/ui/form/ConflictBanner";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import { useFrame, useMenuName } from "~/ui/frame";
import { isComposing } from "~/ui/is-composing";
import { lazyPart } from "~/ui/lazy-part";
import { CellInput } from "~/ui/list/CellInput";
import { EmptyOverlay, LoadingOverlay } from "~/ui/list/RowOverlay";
import { RowTable } from "~/ui/list/RowTable";
import { SearchBox } from "~/ui/list/SearchBox";
import { Moment, TimeAgo } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useHoldRefresh, useListRefresh } from "~/ui/realtime/useRealtime";
import { LIST_ID, salsifyDisplayList } from "../display-names";
import { TITLE } from "../function";
import type { DisplayNames } from "../stored-list.server";
import styles from "./DisplayNamesPage.module.css";
import {
  type ConflictingChange,
  type DisplayNamesGrid,
  type DisplayNamesPageData,
  useDisplayNames,
  useShownData,
} from "./useDisplayNames";

type GridCells = Pick<DisplayNamesGrid, "currentValue" | "problems" | "change" | "isBusy"> & {
  /** The stored value, which Escape restores. */
  storedValueOf(key: string): string;
};

const GridContext = createContext<GridCells | null>(null);
/** Gives the cells their values, so that the table around them isn't rendered for each key press. */
const GridProvider = GridContext.Provider;

const INPUT_SELECTOR = "input[data-meta-value]";

/** The id of a key's input. */
const inputIdOf = (key: string): string => `meta-value-${key}`;

/** The editable cell: Enter and Arrow Down move to the next row, Shift+Enter and Arrow Up to the previous one, Escape restores. */
function ValueInput({ metaKey }: { metaKey: string }) {
  const grid = useContext(GridContext);
  if (!grid) throw new Error("ValueInput is used outside GridProvider.");
  const problem = grid.problems.get(metaKey);
  return (
    <CellInput
      id={inputIdOf(metaKey)}
      data-meta-value
      isChanged={grid.currentValue(metaKey).trim() !== grid.storedValueOf(metaKey)}
      problem={problem && `This value ${problem}`}
      aria-label={`Meta Value of ${metaKey}`}
      value={grid.currentValue(metaKey)}
      readOnly={grid.isBusy}
      onChange={(event) => grid.change(metaKey, event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") grid.change(metaKey, grid.storedValueOf(metaKey));
        else moveBetweenRows(event);
      }}
    />
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLInputElement>): void {
  if (isComposing(event)) return;
  const isUp = event.key === "ArrowUp" || (event.key === "Enter" && event.shiftKey);
  if (!isUp && event.key !== "ArrowDown" && event.key !== "Enter") return;
  event.preventDefault();
  const inputs = [
    ...(event.currentTarget.closest("table")?.querySelectorAll<HTMLInputElement>(INPUT_SELECTOR) ?? []),
  ];
  const next = inputs[inputs.indexOf(event.currentTarget) + (isUp ? -1 : 1)];
  next?.focus();
  next?.select();
}

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
  const { domain } = useFrame().shop;
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
  useSaveBar(isDirty && !grid.isSaved, { busy: isBusy, count: changedCount, save, discard });

  const storedValues = useMemo(() => new Map(rows.map(({ key, value }) => [key, value])), [rows]);
  const cells: GridCells = { ...grid, storedValueOf: (key) => storedValues.get(key) ?? "" };
  const shownRows = useMemo(() => rows.filter((row) => matches(row, search)), [rows, search]);
  const withValue = rows.filter(({ value }) => value !== "").length;

  return (
    <Page
      title={TITLE}
      subtitle={useMenuName(TITLE)}
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
              <EmptyOverlay
                action={
                  rows.length === 0
                    ? addDefinitions(domain)
                    : { content: "Clear the search", onAction: () => setSearch("") }
                }
              >
                {rows.length === 0 ? NO_DEFINITIONS : noMatch(search)}
              </EmptyOverlay>
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

/** The maximum number of listed changes. */
const MAX_LISTED = 10;

interface ListConflictProps extends NonNullable<DisplayNamesGrid["conflict"]> {
  /** How many display names this person changed. */
  ownCount: number;
  onDiscard(): void;
}

/** Someone else saved the list since the page was opened: who and what, and what can be done with this person's changes. */
function ListConflict({ lastSave, changes, ownCount, applyOnTop, onDiscard }: ListConflictProps) {
  const own =
    ownCount === 1
      ? "Your change isn't saved yet. It is still in the grid."
      : `Your ${ownCount} changes aren't saved yet. They are still in the grid.`;
  return (
    <ConflictBanner
      title="The list was changed since you opened this page"
      onApply={applyOnTop}
      discard={{ label: "Discard my changes and reload", onAction: onDiscard }}
    >
      <Text as="p">
        {lastSave ? (
          <>
            {lastSave.by.name} saved it last, on <Moment at={lastSave.at} time />.
          </>
        ) : (
          "It was changed outside Backroom."
        )}{" "}
        {own}
      </Text>
      <List>
        {changes.slice(0, MAX_LISTED).map((change) => (
          <List.Item key={change.key}>
            <strong>{change.key}</strong>: {describe(change)}
          </List.Item>
        ))}
        {changes.length > MAX_LISTED && (
          <List.Item>{`${changes.length - MAX_LISTED} more display names`}</List.Item>
        )}
      </List>
    </ConflictBanner>
  );
}

const quoted = (value: string) => (value.trim() ? `“${value.trim()}”` : "(empty)");

function describe({ before, after, own }: ConflictingChange): string {
  const entered = own === undefined ? "" : ` You entered ${quoted(own)}.`;
  return `${quoted(before)} is now ${quoted(after)}.${entered}`;
}
