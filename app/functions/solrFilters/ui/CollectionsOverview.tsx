import { useNavigate, useNavigation } from "@remix-run/react";
import { Badge, Button, ButtonGroup, InlineStack } from "@shopify/polaris";
import { useId } from "react";
import { firstPage, firstPosition, numberedPage, withoutNarrowing } from "~/ui/list/address";
import { ListFooter, rowCountText } from "~/ui/list/ListFooter";
import { PlainTable } from "~/ui/list/PlainTable";
import { RowLink } from "~/ui/list/RowLink";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { SearchBox } from "~/ui/list/SearchBox";
import type { Cells } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { COLLECTION_STATES, COLLECTIONS_PER_PAGE, collectionsList, STATE_LABELS } from "../overview";
import type { ShownOverview } from "../page-data.server";
import type { CollectionOverview } from "../read-overview.server";
import styles from "./FiltersFrame.module.css";

/** The collections with the state of their filters, those that need someone first. A collection's name opens its filters. */
export function CollectionsOverview({ show, state, result, counts }: ShownOverview) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const isLoading = useNavigation().state === "loading";
  const searchId = useId();
  const addressOf = (id: string) => firstPage(search, { collection: id, q: null, show: null });
  const goTo = (exists: boolean, by: number) =>
    exists && result.pager ? () => navigate(numberedPage(search, (result.pager?.page ?? 1) + by)) : null;
  const whole = withoutNarrowing(search);
  return (
    <>
      <div className={styles.tools}>
        <SearchBox
          id={searchId}
          value={state.search}
          hint={collectionsList.search.hint}
          maxLength={collectionsList.search.maxLength}
          onSearch={(q, options) => navigate(firstPage(search, { q }), options)}
        />
        <ButtonGroup gap="extraTight">
          {COLLECTION_STATES.map((one) => (
            <Button
              key={one}
              size="slim"
              pressed={one === show}
              onClick={() => navigate(firstPage(search, { show: one === "all" ? null : one }))}
            >
              {`${STATE_LABELS[one]} (${formatCount(counts[one])})`}
            </Button>
          ))}
        </ButtonGroup>
      </div>
      {result.rows.length > 0 ? (
        <PlainTable
          caption="collections"
          columns={collectionsList.columns}
          density={collectionsList.density}
          rows={result.rows}
          cells={{
            ...CELLS,
            title: ({ id, title }) => <RowLink to={addressOf(id)}>{title}</RowLink>,
          }}
          onOpen={({ id }) => navigate(addressOf(id))}
        />
      ) : (
        <EmptyOverlay
          heading="No collection is like this"
          action={whole ? { content: "Show all collections", url: whole.to } : undefined}
        >
          {state.search ? "No title has this text." : EMPTY_TEXTS[show]}
        </EmptyOverlay>
      )}
      <ListFooter
        countText={rowCountText(result, firstPosition(search, result, COLLECTIONS_PER_PAGE))}
        pager={result.pager}
        nextLabel="Next"
        onPrevious={goTo(result.hasPreviousPage, -1)}
        onNext={goTo(result.hasNextPage, 1)}
        loading={isLoading}
      />
    </>
  );
}

const EMPTY_TEXTS: Record<ShownOverview["show"], string> = {
  all: "The store has no collections.",
  filters: "No collection includes an active filter.",
  unpublished: "Shoppers see the current filters of all collections.",
  empty: "Products have values for all filters of all collections.",
};

const CELLS = {
  filters: ({ filters }) => formatCount(filters),
  state: ({ isUnpublished, filters }) => (
    <InlineStack>
      {isUnpublished ? (
        <Badge tone="attention">Not published</Badge>
      ) : filters > 0 ? (
        <Badge tone="success">Published</Badge>
      ) : (
        <Badge>No filters</Badge>
      )}
    </InlineStack>
  ),
  empty: ({ emptyFilters }) => emptyFilters.join(", "),
  published: ({ publishedAt }) => publishedAt && <Moment at={publishedAt} time />,
} satisfies Partial<Cells<CollectionOverview>>;
