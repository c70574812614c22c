import { Badge, type BadgeProps, Button, InlineStack, Text, Tooltip } from "@shopify/polaris";
import { lazy, Suspense, useState } from "react";
import type { ListResult, ListState } from "~/platform/list";
import { ImportButton } from "~/ui/import/ImportButton";
import { ListPage } from "~/ui/ListPage";
import type { Cells } from "~/ui/list/types";
import type { PriceGridRow } from "../contract";
import { priceSchedulesList } from "../list";
import { emptyHint } from "../messages";
import type { PriceState } from "../states";

const PriceDialog = lazy(() => import("./PriceDialog"));
const HistoryModal = lazy(() => import("~/ui/HistoryModal"));

const STATES: Record<PriceState, { label: string; tone?: BadgeProps["tone"] }> = {
  scheduled: { label: "Scheduled", tone: "info" },
  applying: { label: "Being applied", tone: "attention" },
  applied: { label: "Applied", tone: "success" },
  failed: { label: "Failed", tone: "critical" },
  canceled: { label: "Canceled" },
  "rolled back": { label: "Rolled back" },
};

const CELLS: Cells<PriceGridRow> = {
  sku: ({ MODEL }) => MODEL,
  currentPrice: ({ currentPrice, highestCurrentPrice }) =>
    currentPrice === highestCurrentPrice ? currentPrice : `${currentPrice} – ${highestCurrentPrice}`,
  price: ({ PRICE }) => PRICE,
  change: ({ changePercent, state }) => (state === "scheduled" ? changePercent : null),
  compareAtPrice: ({ COMPARE_AT_PRICE }) => COMPARE_AT_PRICE,
  effectiveDate: ({ EFFECTIVE_DATE, effectiveAt }) => <time dateTime={effectiveAt}>{EFFECTIVE_DATE}</time>,
  belowMapp: ({ BELOW_MAPP_ITEM_TAG }) => (BELOW_MAPP_ITEM_TAG === "true" ? "True" : "False"),
  state: (row) => <State row={row} />,
};

function State({ row: { state, message, isChangedSince } }: { row: PriceGridRow }) {
  const badge = <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
  return (
    <InlineStack gap="100" wrap={false}>
      {message ? (
        <Tooltip content={message}>
          <Text as="span">{badge}</Text>
        </Tooltip>
      ) : (
        badge
      )}
      {isChangedSince && (
        <Tooltip content="The price in the store isn't the one that it was when this price was scheduled.">
          <Badge tone="warning">Changed since</Badge>
        </Tooltip>
      )}
    </InlineStack>
  );
}

/** The screen Import Price: scheduled prices, the upload of a file, and the dialog that changes one. */
export function BulkPricePage({ state, result }: { state: ListState; result: ListResult<PriceGridRow> }) {
  const [edited, setEdited] = useState<PriceGridRow | null>(null);
  const [shown, setShown] = useState<PriceGridRow | null>(null);
  const edit = (row: PriceGridRow) => (row.state === "scheduled" ? setEdited(row) : setShown(row));
  return (
    <>
      <ListPage<PriceGridRow>
        title="Import Price"
        list={priceSchedulesList}
        state={state}
        result={result}
        plural="scheduled prices"
        appliesAtOnce
        rowLabel={({ MODEL }) => MODEL}
        cells={CELLS}
        pageActions={<ImportButton />}
        rowActions={(row) => (
          <Button
            size="slim"
            disabled={row.state !== "scheduled"}
            accessibilityLabel={`Edit ${row.MODEL}`}
            onClick={() => setEdited(row)}
          >
            Edit
          </Button>
        )}
        rowKeys={[{ key: "h", label: "History", onPress: setShown }]}
        onOpen={edit}
        emptyHint={emptyHint(state.search)}
      />
      {edited && (
        <Suspense>
          <PriceDialog row={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      {shown && (
        <Suspense>
          <HistoryModal
            name={shown.MODEL}
            url={`/activity/scheduledPrice/${shown.id}`}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  );
}
