import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { Banner, Button, Card } from "@shopify/polaris";
import { type ReactNode, Suspense, useId, useMemo, useRef, useState } from "react";
import type { ListDeclaration, ListResult, ListState } from "~/platform/list";
import type { EmptyStateProps } from "../EmptyState";
import { lazyPart } from "../lazy-part";
import { formatCount } from "../numbers";
import { ConnectionState } from "../realtime/ConnectionState";
import { useListRefresh } from "../realtime/useRealtime";
import { useHydrated } from "../useHydrated";
import { firstPage, firstPosition, numberedPage, pageAt, withoutNarrowing } from "./address";
import { BulkBar, BulkButtons } from "./BulkBar";
import { ListFooter, rowCountText } from "./ListFooter";
import { ListLines } from "./ListLines";
import styles from "./ListPage.module.css";
import { ListTabs } from "./ListTabs";
import { EmptyOverlay, emptiedTextOf, LoadingOverlay } from "./RowOverlay";
import { RowTable } from "./RowTable";
import { SearchBox } from "./SearchBox";
import { ToolButtons } from "./ToolButtons";
import type {
  BulkAction,
  Cells,
  Freshness,
  ListFilter,
  ListTab,
  MatchCount,
  RowKey,
  SavedView,
} from "./types";
import { useActiveRow } from "./useActiveRow";
import { useFailedLoad } from "./useFailedLoad";
import { optionalColumns, useHiddenColumns } from "./useHiddenColumns";
import { useListShortcuts } from "./useListShortcuts";
import { usePendingSearch } from "./usePendingSearch";
import { useRowGaps, useSlidingRows, useSteadyRows } from "./useRowGaps";
import { type Selection, useSelection } from "./useSelection";
import { useShortcutPreference } from "./useShortcuts";

const ColumnChoice = lazyPart(() => import("./ColumnChoice"));
const KeyboardHelp = lazyPart(() => import("./KeyboardHelp"));
const SavedViews = lazyPart(() => import("./SavedViews"));

const viewsToCome = (
  <Button disclosure disabled>
    Views
  </Button>
);

const NOTHING_LEAVES: ReadonlySet<string> = new Set();

export interface ListCardProps<Row extends { id: string }, Key extends string> {
  title: string;
  list: ListDeclaration<Key>;
  state: ListState;
  result: ListResult<Row>;
  /** What the rows are, in lower case: "students". */
  plural: string;
  /** A row's name for people who do not see it: "Ann Lee". */
  rowLabel(row: Row): string;
  cells: Cells<Row, Key>;
  /** What to do next when the list is empty. */
  emptyHint?: ReactNode;
  /** The one button of an empty list that nothing narrows. Narrowed, it has a button that clears the search and the filters. */
  emptyAction?: EmptyStateProps["action"];
  /** Instead of the button that clears the search and the filters, where another one finds more. */
  widenAction?: EmptyStateProps["action"];
  /** The heading of an empty list, where the specification has its own. */
  emptyHeading?: string;
  tabs?: readonly ListTab[];
  selectedTab?: string;
  rowActions?: (row: Row) => ReactNode;
  /** Rows can be ticked when there is something to do with them. */
  bulkActions?: readonly BulkAction<Row>[];
  /** Counts all rows that match, for bulk actions that take them all (`onAll`). */
  countMatching?: () => Promise<MatchCount>;
  /** Shows the bulk actions above the rows even without a selection, as some screens specify. */
  bulkActionsInToolbar?: boolean;
  /** Fields and buttons of the page's own for the selected rows, in the selection's bar. */
  selectionBar?: ReactNode;
  /** A selection of the page's own, for example one that is kept over the pages; without it, the list's, where it has bulk actions. */
  selection?: Selection;
  rowKeys?: readonly RowKey<Row>[];
  onOpen?: (row: Row) => void;
  nextLabel?: string;
  /** Before the number of the page, where the specification has a word there: "page". */
  pageWord?: string;
  /** Right of the search. */
  toolbar?: ReactNode;
  /** What narrows the rows besides the search. They have a line of their own, also while there is none, so that no row moves. */
  filters?: readonly ListFilter[];
  /** The search got the focus. For screens where another field excludes it. */
  onSearchFocus?: () => void;
  /** A search begins. An empty text shows the whole list. */
  onSearch?: (text: string) => void;
  /** Another value clears the text that is being typed in the search. */
  searchKey?: number;
  /** Between the search and the rows, for a field that belongs to the whole list. */
  children?: ReactNode;
  /** The person's saved views of the list. */
  views?: readonly SavedView[];
  freshness?: Freshness;
  /** How current the rows are, if they are copies of another system's data. Shown instead of "Live". */
  asOf?: ReactNode;
  /** Rows whose change is in flight. They are hidden immediately, before the server responds. */
  leaving?: ReadonlySet<string>;
  /** The rows are what is stored right now: the notice about a few minutes would be untrue and is left out. */
  appliesAtOnce?: boolean;
  /** Inside a dialog: without a card, and without shortcuts, because keys belong to the dialog. */
  inDialog?: boolean;
}

/**
 * A declared list with the shared behavior of all lists, in a page (`ListPage`) or in a dialog with its own address.
 * Its state is in the address only (`tab`, `q`, `sort`, `direction`, `last_id`, `page`), so reload, back and links work.
 */
export function ListCard<Row extends { id: string }, Key extends string>(props: ListCardProps<Row, Key>) {
  const { list, state, result, tabs, selectedTab = tabs?.[0]?.id ?? "", leaving = NOTHING_LEAVES } = props;
  const { search, pathname } = useLocation();
  const pendingSearch = usePendingSearch();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const isHydrated = useHydrated();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isChoosingColumns, setChoosingColumns] = useState(false);
  const columnChoice = useHiddenColumns(list);
  const shownList = useMemo(
    () => ({ ...list, columns: list.columns.filter(({ key }) => !columnChoice.hidden.has(key)) }),
    [list, columnChoice],
  );
  const [shortcutsEnabled, setShortcutsEnabled] = useShortcutPreference();
  const panelId = useId();
  const searchId = useId();
  useListRefresh(list.name);
  const failedLoad = useFailedLoad();

  const rows = useMemo(() => result.rows.filter((row) => !leaving.has(row.id)), [result.rows, leaving]);
  const rowIds = useMemo(() => rows.map((row) => row.id), [rows]);
  const pageKey = [
    pathname,
    selectedTab,
    state.search,
    state.sort,
    state.direction,
    state.cursor,
    state.page,
    ...(props.filters ?? []).map(({ label, value }) => `${label}: ${value}`),
  ].join("|");
  const gaps = useRowGaps(rowIds, `${pageKey}|${search}`);
  const allSelection = useSelection(rowIds, pageKey);
  const selection = props.selection ?? (props.bulkActions?.length ? allSelection : undefined);
  const active = useActiveRow(rowIds);
  const panel = useRef<HTMLElement>(null);
  useSteadyRows(panel);
  useSlidingRows(panel, { page: pageKey, rowIds, gaps });

  const isLoading =
    navigation.state === "loading" && navigation.location.pathname === pathname && !navigation.formMethod;
  const first = firstPosition(search, result, list.pageSize);
  const addressOf = (direction: "next" | "previous", cursor: string | null) => {
    const by = direction === "next" ? 1 : -1;
    if (result.pager) return numberedPage(search, result.pager.page + by);
    const position = first === null ? null : Math.max(1, first + by * list.pageSize);
    return pageAt(search, direction, cursor, position);
  };
  const goTo = (direction: "next" | "previous", exists: boolean, cursor: string | null) =>
    exists && !isLoading ? () => navigate(addressOf(direction, cursor)) : null;
  const onPrevious = goTo("previous", result.hasPreviousPage, result.previousCursor);
  const onNext = goTo("next", result.hasNextPage, result.nextCursor);

  const keys = useListShortcuts({
    rows,
    active,
    selection,
    rowKeys: props.rowKeys ?? [],
    onOpen: props.onOpen,
    onPrevious,
    onNext,
    focusSearch: list.search ? () => document.getElementById(searchId)?.focus() : null,
    showHelp: () => setHelpOpen(true),
    isLoading,
    enabled: shortcutsEnabled && !props.inDialog,
  });

  const isTicking = props.bulkActionsInToolbar && selection && selection.ids.size > 0;
  const footerText = isTicking
    ? `${formatCount(selection.ids.size)} selected`
    : rowCountText({ ...result, rows }, first);

  const emptiedText = emptiedTextOf(result);
  const whole = withoutNarrowing(pendingSearch);

  // Without a search, the content above the rows shares its line with the tools.
  const hasSearch = Boolean(list.search || props.toolbar || props.bulkActionsInToolbar);
  const saysOnlyLive = props.appliesAtOnce && !props.freshness;
  const searchBox = list.search && (
    <SearchBox
      key={props.searchKey}
      id={searchId}
      value={state.search}
      hint={list.search.hint}
      maxLength={list.search.maxLength}
      afterMs={list.search.afterMs}
      onFocus={props.onSearchFocus}
      onSearch={(q, options) => {
        props.onSearch?.(q);
        navigate(firstPage(pendingSearch, { q }), options);
      }}
    />
  );
  // The views' line has room for it, which the fields of the toolbar need.
  const isSearchAbove = Boolean(!tabs && props.views && props.toolbar);
  const tools = (
    <ToolButtons
      state={saysOnlyLive && <ConnectionState asOf={props.asOf} />}
      hasHiddenColumns={columnChoice.hidden.size > 0}
      onColumns={props.inDialog ? undefined : () => setChoosingColumns(true)}
      onKeyboard={props.inDialog ? undefined : () => setHelpOpen(true)}
    />
  );
  return (
    <>
      <Frame inDialog={props.inDialog}>
        {(tabs || props.views) && (
          <div className={styles.tabRow}>
            {tabs && (
              <ListTabs
                tabs={tabs}
                selected={selectedTab}
                panelId={panelId}
                hrefOf={(tab) => firstPage(pendingSearch, { tab: tab.id })}
              />
            )}
            {isSearchAbove && searchBox}
            {props.views && !isHydrated && viewsToCome}
            {props.views && isHydrated && (
              <Suspense fallback={viewsToCome}>
                <SavedViews list={list.name} search={search} views={props.views} />
              </Suspense>
            )}
          </div>
        )}
        <div className={styles.toolbar}>
          {!isSearchAbove && searchBox}
          {props.toolbar}
          {props.bulkActionsInToolbar && selection && (
            <BulkButtons
              actions={props.bulkActions ?? []}
              rows={rows}
              selection={selection}
              loading={isLoading}
            />
          )}
          {!hasSearch && props.children && <div className={styles.above}>{props.children}</div>}
          {!props.filters && tools}
        </div>
        {hasSearch && props.children && <div className={styles.extra}>{props.children}</div>}
        {(!saysOnlyLive || props.filters) && (
          <ListLines
            appliesAtOnce={props.appliesAtOnce}
            filters={props.filters}
            tools={props.filters && tools}
            saysState={!saysOnlyLive}
            freshness={props.freshness}
          />
        )}
        <section
          ref={panel}
          id={panelId}
          className={styles.panel}
          role={tabs ? "tabpanel" : undefined}
          aria-label={tabs?.find((tab) => tab.id === selectedTab)?.label ?? props.title}
          aria-busy={isLoading}
        >
          {failedLoad && (
            <Banner tone="critical" action={{ content: "Try again", onAction: failedLoad.tryAgain }}>
              {failedLoad.sentence} The rows below are those from before.
            </Banner>
          )}
          {selection && !props.bulkActionsInToolbar && (
            <BulkBar
              rows={rows}
              selection={selection}
              actions={props.bulkActions ?? []}
              loading={isLoading}
              countMatching={
                (result.hasNextPage || result.hasPreviousPage) &&
                rows.every(({ id }) => selection.ids.has(id))
                  ? props.countMatching
                  : undefined
              }
              matches={result.total?.exact ? result.total.count : undefined}
            >
              {props.selectionBar}
            </BulkBar>
          )}
          <RowTable
            // With the same key, a row that is in both tabs would move to its new place.
            key={selectedTab}
            list={shownList}
            state={state}
            search={pendingSearch}
            caption={props.plural}
            rows={rows}
            rowLabel={props.rowLabel}
            cells={props.cells}
            rowActions={props.rowActions}
            onOpen={props.onOpen}
            selection={selection}
            active={active}
            gaps={gaps}
          />
          {rows.length === 0 && !isLoading && (
            <EmptyOverlay
              heading={props.emptyHeading}
              action={
                emptiedText
                  ? undefined
                  : (props.widenAction ??
                    (whole
                      ? {
                          content: whole.isFiltered ? "Clear search and filters" : "Clear the search",
                          url: `${pathname}${whole.to}`,
                        }
                      : props.emptyAction))
              }
            >
              {emptiedText || props.emptyHint}
            </EmptyOverlay>
          )}
          {isLoading && <LoadingOverlay />}
        </section>
        <ListFooter
          // Another tab has another number of rows: its footer isn't the one of the tab before, moved.
          key={selectedTab}
          countText={footerText}
          pager={result.pager}
          pageWord={props.pageWord}
          nextLabel={props.nextLabel ?? "Next"}
          onPrevious={onPrevious}
          onNext={onNext}
          loading={isLoading}
        />
      </Frame>
      {isChoosingColumns && (
        <Suspense>
          <ColumnChoice
            {...columnChoice}
            columns={optionalColumns(list.columns)}
            onClose={() => setChoosingColumns(false)}
          />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <KeyboardHelp
            keys={keys}
            enabled={shortcutsEnabled}
            onEnabledChange={setShortcutsEnabled}
            onClose={() => setHelpOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const Frame = ({ inDialog, children }: { inDialog?: boolean; children: ReactNode }) =>
  inDialog ? <div>{children}</div> : <Card padding="0">{children}</Card>;
