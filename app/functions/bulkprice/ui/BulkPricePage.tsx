import { Badge, Button, InlineStack, Text, Tooltip } from "@shopify/polaris";
import { Suspense, useState } from "react";
import type { ListResult, ListState } from "~/platform/list";
import { formatDecimal } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { ImportButton } from "~/ui/import/ImportButton";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { latestOf } from "~/ui/list/latest-row";
import type { Cells } from "~/ui/list/types";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { useCall } from "~/ui/useCall";
import { priceCall } from "../function";
import type { PriceGridRow, pricesList } from "../list-prices.server";
import { emptyHint, type PriceState } from "../states";
import { STATE_BADGES } from "./states";

const PriceDialog = lazyPart(() => import("./PriceDialog"));
const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

/** It can still be edited. */
const isOpen = (state: PriceState) => state === "scheduled" || state === "paused";

const cellsIn = (currency: string) =>
  ({
    currentPrice: ({ currentPrice, highestCurrentPrice }) =>
      [...new Set([currentPrice, highestCurrentPrice])]
        .flatMap((price) => (price === null ? [] : [formatDecimal(price, currency)]))
        .join(" – "),
    price: ({ PRICE }) => formatDecimal(PRICE, currency),
    change: ({ changePercent, state }) => (isOpen(state) ? changePercent : null),
    compareAtPrice: ({ COMPARE_AT_PRICE }) => COMPARE_AT_PRICE && formatDecimal(COMPARE_AT_PRICE, currency),
    effectiveDate: ({ EFFECTIVE_DATE, effectiveAt }) => <time dateTime={effectiveAt}>{EFFECTIVE_DATE}</time>,
    endDate: ({ END_DATE, endAt }) => endAt && <time dateTime={endAt}>{END_DATE}</time>,
    belowMapp: ({ BELOW_MAPP_ITEM_TAG }) => (BELOW_MAPP_ITEM_TAG === "true" ? "True" : "False"),
    state: (row) => <State row={row} />,
  }) satisfies Cells<PriceGridRow>;

function State({ row: { state, message, isChangedSince } }: { row: PriceGridRow }) {
  const badge = <Badge tone={STATE_BADGES[state].tone}>{STATE_BADGES[state].label}</Badge>;
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
export function BulkPricePage({
  list,
  state,
  result,
}: {
  list: (typeof pricesList)["declaration"];
  state: ListState;
  result: ListResult<PriceGridRow>;
}) {
  const { currency } = useFrame().shop;
  const [edited, setEdited] = useState<PriceGridRow | null>(null);
  const [shown, setShown] = useState<PriceGridRow | null>(null);
  const { run, answer, isBusy: loading } = useCall();
  const clearLater = useClearWhenAccepted(answer);
  const act = (
    call: "bulkPrice.pause" | "bulkPrice.resume",
    rows: readonly PriceGridRow[],
    clear: () => void,
  ) => {
    clearLater(clear);
    run(priceCall(call, { ids: rows.map(({ id }) => id) }));
  };
  const edit = (row: PriceGridRow) => (isOpen(row.state) ? setEdited(row) : setShown(row));
  return (
    <>
      <ListPage
        title="Import Price"
        list={list}
        state={state}
        result={result}
        plural="scheduled prices"
        appliesAtOnce
        rowLabel={({ MODEL }) => MODEL}
        cells={cellsIn(currency)}
        pageActions={
          <>
            <Button url="/bulkprice/calendar">Calendar</Button>
            <ImportButton />
          </>
        }
        bulkActions={[
          { label: "Pause", loading, onAction: (rows, clear) => act("bulkPrice.pause", rows, clear) },
          { label: "Resume", loading, onAction: (rows, clear) => act("bulkPrice.resume", rows, clear) },
        ]}
        rowActions={(row) => (
          <Button
            size="slim"
            disabled={!isOpen(row.state)}
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
          <PriceDialog row={latestOf(edited, result.rows)} onClose={() => setEdited(null)} />
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
