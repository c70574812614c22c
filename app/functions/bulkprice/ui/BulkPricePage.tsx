import { useNavigate } from "@remix-run/react";
import { Badge, Button, InlineStack, Select, Text, Tooltip } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { SkuCell } from "~/domain/products/ui/SkuCell";
import type { ListResult, ListState } from "~/platform/list";
import { formatDecimal } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { ImportButton } from "~/ui/import/ImportButton";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { latestOf } from "~/ui/list/latest-row";
import { SortSelect } from "~/ui/list/SortSelect";
import type { Cells } from "~/ui/list/types";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useCall } from "~/ui/useCall";
import { priceCall, TITLE } from "../function";
import type { PriceGridRow, pricesList } from "../list-prices.server";
import { emptyHint, PRICE_STATES, type PriceState } from "../states";
import { STATE_BADGES, STOP_TEXTS } from "./states";

const PriceDialog = lazyPart(() => import("./PriceDialog"));
const MoveDialog = lazyPart(() => import("./MoveDialog"));
const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));
const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

/** What is about to be done with selected prices, once it is confirmed or has a date. */
interface Chosen {
  action: "move" | "end" | "cancel";
  rows: readonly PriceGridRow[];
  /** Clears the selection. */
  clear(): void;
}

const ORDERS = [
  { value: "due asc", label: "Next due first" },
  { value: "effectiveDate desc", label: "Latest date first" },
  { value: "effectiveDate asc", label: "Earliest date first" },
  { value: "sku asc", label: "SKU" },
];

/** It can still be edited. */
const isOpen = (state: PriceState) => state === "scheduled" || state === "paused";

const cellsIn = (currency: string) =>
  ({
    sku: ({ MODEL, title }) => <SkuCell title={title}>{MODEL}</SkuCell>,
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
  priceState,
  starts,
  result,
}: {
  list: (typeof pricesList)["declaration"];
  state: ListState;
  /** The list shows only prices in this state. */
  priceState: PriceState | undefined;
  /** The list shows only prices that are still to start today. */
  starts?: "today";
  result: ListResult<PriceGridRow>;
}) {
  const { currency } = useFrame().shop;
  const [edited, setEdited] = useState<PriceGridRow | null>(null);
  const [shown, setShown] = useState<PriceGridRow | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { run, answer, isBusy: loading } = useCall();
  const clearLater = useClearWhenAccepted(answer);
  const act = (
    call: "bulkPrice.pause" | "bulkPrice.resume" | "bulkPrice.cancel" | "bulkPrice.end",
    rows: readonly PriceGridRow[],
    clear: () => void,
  ) => {
    clearLater(clear);
    run(priceCall(call, { ids: rows.map(({ id }) => id) }));
  };
  const stop = (action: "end" | "cancel", rows: readonly PriceGridRow[], clear: () => void) => {
    act(`bulkPrice.${action}`, rows, clear);
    setChosen(null);
  };
  const choose = (action: Chosen["action"]) => (rows: readonly PriceGridRow[], clear: () => void) =>
    setChosen({ action, rows, clear });
  const edit = (row: PriceGridRow) => (isOpen(row.state) ? setEdited(row) : setShown(row));
  return (
    <>
      <ListPage
        title={TITLE}
        list={list}
        state={state}
        result={result}
        plural="scheduled prices"
        appliesAtOnce
        rowLabel={({ MODEL }) => MODEL}
        cells={cellsIn(currency)}
        pageActions={
          <>
            <Button url="/bulkprice/workbench">Price workbench</Button>
            <Button url="/bulkprice/calendar">Calendar</Button>
            <ImportButton />
          </>
        }
        toolbar={
          <>
            <StateFilter chosen={priceState} />
            <SortSelect list={list} state={state} options={ORDERS} />
          </>
        }
        bulkActions={[
          { label: "Pause", loading, onAction: (rows, clear) => act("bulkPrice.pause", rows, clear) },
          { label: "Resume", loading, onAction: (rows, clear) => act("bulkPrice.resume", rows, clear) },
          { label: "Move", onAction: choose("move") },
          { label: "End now", onAction: choose("end") },
          { label: "Cancel", destructive: true, onAction: choose("cancel") },
        ]}
        rowActions={(row) =>
          row.state === "applied" ? (
            <Button
              size="slim"
              accessibilityLabel={`End ${row.MODEL} now`}
              onClick={() => choose("end")([row], () => {})}
            >
              End
            </Button>
          ) : (
            <Button
              size="slim"
              disabled={!isOpen(row.state)}
              accessibilityLabel={`Edit ${row.MODEL}`}
              onClick={() => setEdited(row)}
            >
              Edit
            </Button>
          )
        }
        rowKeys={[{ key: "h", label: "History", onPress: setShown }]}
        onOpen={edit}
        filters={starts && [{ label: "Starts", value: "today", without: { starts: null } }]}
        emptyHint={emptyHint(state.search, priceState, starts)}
        emptyAction={{ content: "Choose prices", url: "/bulkprice/workbench" }}
      />
      {edited && (
        <Suspense>
          <PriceDialog row={latestOf(edited, result.rows)} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      {chosen && <Confirmation {...chosen} onConfirm={stop} onClose={() => setChosen(null)} />}
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

/** Asks for the new date, or whether prices are to be stopped. */
function Confirmation({
  action,
  rows,
  clear,
  onConfirm,
  onClose,
}: Chosen & {
  onConfirm(action: "end" | "cancel", rows: readonly PriceGridRow[], clear: () => void): void;
  onClose(): void;
}) {
  return (
    <Suspense>
      {action === "move" ? (
        <MoveDialog
          selection={{ ids: rows.map(({ id }) => id) }}
          prices={rows.length}
          from={rows[0]?.effectiveAt ?? ""}
          onAccepted={clear}
          onClose={onClose}
        />
      ) : (
        <ConfirmModal
          {...STOP_TEXTS[action](rows.length)}
          destructive
          onConfirm={() => onConfirm(action, rows, clear)}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

function StateFilter({ chosen }: { chosen: PriceState | undefined }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label="State"
      labelInline
      options={[
        { label: "All states", value: "" },
        ...PRICE_STATES.map((state) => ({ label: STATE_BADGES[state].label, value: state })),
      ]}
      value={chosen ?? ""}
      onChange={(state) => navigate(firstPage(search, { state }))}
    />
  );
}
