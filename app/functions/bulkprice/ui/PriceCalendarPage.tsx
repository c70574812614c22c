import {
  Badge,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  InlineStack,
  Link,
  Page,
  Text,
} from "@shopify/polaris";
import { Suspense, useState } from "react";
import { addIsoMonths, formatMonth, formatUsDate } from "~/platform/dates/date-text";
import { formatDecimal } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { CardHeading } from "~/ui/CardHeading";
import { EmptyState } from "~/ui/EmptyState";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { PlainTable } from "~/ui/list/PlainTable";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { SecondsMoment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { priceCall, TITLE } from "../function";
import type { PriceBatch, PriceCalendar } from "../schemas";
import { PRICE_STATES, PRICES_LIST, weeksOf } from "../states";
import styles from "./PriceCalendarPage.module.css";
import { STATE_BADGES, STOP_TEXTS } from "./states";

const MoveDialog = lazyPart(() => import("./MoveDialog"));
const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

const COLUMNS = [
  { key: "at", title: "Date", narrow: "title" },
  { key: "kind", title: "What happens" },
  { key: "states", title: "State", narrow: "plain" },
  { key: "file", title: "File" },
  { key: "by", title: "By" },
  { key: "actions", title: "Action", narrow: "plain" },
] as const;

type Row = PriceBatch & { id: string };

/** Of a whole month. A day shows all of its batches. */
const MAX_ROWS = 50;

const addressOf = (shown: { month: string; day?: string }) =>
  `/bulkprice/calendar?${new URLSearchParams(shown)}`;

/** What begins and ends in a month, with pause and resume for the prices of a file. */
export function PriceCalendarPage({ calendar }: { calendar: PriceCalendar }) {
  const { month, day, batches } = calendar;
  const { isBusy, run } = useCall();
  useListRefresh(PRICES_LIST);
  const [chosen, setChosen] = useState<{ action: "move" | "cancel"; row: Row } | null>(null);
  const rows = (day === null ? batches.slice(0, MAX_ROWS) : batches).map((batch) => ({
    ...batch,
    id: `${batch.kind} ${batch.at} ${batch.runId}`,
  }));
  const act = (call: "bulkPrice.pause" | "bulkPrice.resume" | "bulkPrice.cancel", row: Row) =>
    run(priceCall(call, ofFile(row)));
  const cells = {
    at: ({ at }) => <SecondsMoment at={at} />,
    kind: (row) => whatHappens(row),
    states: ({ states }) => (
      <InlineStack gap="100">
        {PRICE_STATES.filter((state) => states[state]).map((state) => (
          <Badge key={state} tone={STATE_BADGES[state].tone}>
            {`${STATE_BADGES[state].label}: ${formatCount(states[state] ?? 0)}`}
          </Badge>
        ))}
      </InlineStack>
    ),
    file: ({ runId, fileName }) => runId && <RowLink to={`/bulkprice/import/${runId}`}>{fileName}</RowLink>,
    by: ({ by }) => by,
    actions: (row) =>
      row.kind === "begin" &&
      row.runId && (
        <ButtonGroup>
          {row.states.scheduled && (
            <Button size="slim" disabled={isBusy} onClick={() => act("bulkPrice.pause", row)}>
              Pause
            </Button>
          )}
          {row.states.paused && (
            <Button size="slim" disabled={isBusy} onClick={() => act("bulkPrice.resume", row)}>
              Resume
            </Button>
          )}
          {openPrices(row) > 0 && (
            <>
              <Button size="slim" onClick={() => setChosen({ action: "move", row })}>
                Move
              </Button>
              <Button size="slim" tone="critical" onClick={() => setChosen({ action: "cancel", row })}>
                Cancel
              </Button>
            </>
          )}
        </ButtonGroup>
      ),
  } satisfies Cells<Row>;
  return (
    <Page
      fullWidth
      title={`Price calendar: ${formatMonth(month)}`}
      backAction={{ content: TITLE, url: "/bulkprice" }}
      secondaryActions={
        <ButtonGroup>
          <Button url={addressOf({ month: addIsoMonths(month, -1) })}>Previous month</Button>
          <Button url={addressOf({ month: addIsoMonths(month, 1) })}>Next month</Button>
        </ButtonGroup>
      }
    >
      <BlockStack gap="400">
        <Month month={month} days={calendar.days} />
        {calendar.overlaps.length > 0 && <Overlaps {...calendar} />}
        <Card padding="0">
          <Box padding="300">
            <CardHeading title={day === null ? "What begins and ends" : `On ${formatUsDate(day)}`}>
              {day !== null ? (
                <Link url={addressOf({ month })}>Show the whole month</Link>
              ) : (
                (calendar.hasMore || batches.length > rows.length) &&
                `The first ${formatCount(rows.length)} batches of the month. Choose a day to see its batches.`
              )}
              {day !== null &&
                calendar.hasMore &&
                ` Only the first ${formatCount(rows.length)} batches of the day are shown.`}
            </CardHeading>
          </Box>
          {rows.length > 0 ? (
            <PlainTable caption="batches of prices" columns={COLUMNS} rows={rows} cells={cells} />
          ) : (
            <EmptyState
              heading="No Records Found"
              action={{ content: "Choose prices", url: "/bulkprice/workbench" }}
            >
              <Text as="span" tone="subdued">
                {`No scheduled price begins or ends ${day === null ? "in this month" : "on this day"}.`}
              </Text>
            </EmptyState>
          )}
        </Card>
      </BlockStack>
      {chosen && (
        <Suspense>
          {chosen.action === "move" ? (
            <MoveDialog
              selection={ofFile(chosen.row)}
              prices={openPrices(chosen.row)}
              from={chosen.row.at}
              onClose={() => setChosen(null)}
            />
          ) : (
            <ConfirmModal
              {...STOP_TEXTS.cancel(openPrices(chosen.row))}
              destructive
              onConfirm={() => {
                act("bulkPrice.cancel", chosen.row);
                setChosen(null);
              }}
              onClose={() => setChosen(null)}
            />
          )}
        </Suspense>
      )}
    </Page>
  );
}

const OVERLAP_COLUMNS = [
  { key: "sku", title: "SKU", narrow: "title" },
  { key: "earlier", title: "Earlier Price" },
  { key: "later", title: "Later Price" },
  { key: "effect", title: "What happens" },
] as const;

type Overlap = PriceCalendar["overlaps"][number] & { id: string };

/** The prices of one SKU that overlap in the month. */
function Overlaps({ overlaps, hasMoreOverlaps }: Pick<PriceCalendar, "overlaps" | "hasMoreOverlaps">) {
  const { currency } = useFrame().shop;
  const rows = overlaps.map((overlap, index) => ({ ...overlap, id: `${index} ${overlap.sku}` }));
  const span = (price: string, from: string, until: string | null) => (
    <>
      {formatDecimal(price, currency)}, <SecondsMoment at={from} /> {until ? "to " : "without an end"}
      {until && <SecondsMoment at={until} />}
    </>
  );
  const cells = {
    sku: ({ sku }) => <RowLink to={`/bulkprice?q=${encodeURIComponent(sku.slice(0, 60))}`}>{sku}</RowLink>,
    earlier: ({ price, from, until }) => span(price, from, until),
    later: ({ laterPrice, laterFrom, laterUntil }) => span(laterPrice, laterFrom, laterUntil),
    effect: ({ price, until, laterPrice, laterUntil }) =>
      laterUntil !== null && laterUntil < until
        ? `${formatDecimal(laterPrice, currency)} applies, then ${formatDecimal(price, currency)} again until its end.`
        : `${formatDecimal(laterPrice, currency)} applies from its date. The end of the earlier price changes nothing then.`,
  } satisfies Cells<Overlap>;
  return (
    <Card padding="0">
      <Box padding="300">
        <CardHeading title={`Overlaps: ${formatCount(overlaps.length)}${hasMoreOverlaps ? " or more" : ""}`}>
          A price begins before an earlier price of its SKU has ended. The later one applies.
        </CardHeading>
      </Box>
      <PlainTable caption="overlaps" columns={OVERLAP_COLUMNS} rows={rows} cells={cells} />
    </Card>
  );
}

const ofFile = ({ runId, at }: Row) => ({ runId: runId ?? "", effectiveAt: at });

/** How many of them can still be canceled or moved. */
const openPrices = ({ states }: Row) => (states.scheduled ?? 0) + (states.paused ?? 0);

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The month at a glance. A day on which something happens leads to its batches. */
function Month({ month, days }: Pick<PriceCalendar, "month" | "days">) {
  const byDay = new Map(days.map(({ day, ...sums }) => [day, sums]));
  return (
    <Box background="bg-surface" borderRadius="300">
      <table className={styles.month} aria-label={formatMonth(month)}>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col">
                <Text as="span" variant="bodySm" tone="subdued">
                  {day}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) => {
                const sums = day === null ? undefined : byDay.get(day);
                return (
                  <td key={WEEKDAYS[index]}>
                    <BlockStack gap="100">
                      <Text as="span" variant="bodySm" fontWeight={sums ? "semibold" : "regular"}>
                        {day !== null && sums ? (
                          <RowLink to={addressOf({ month, day })}>{Number(day.slice(8))}</RowLink>
                        ) : (
                          day !== null && Number(day.slice(8))
                        )}
                      </Text>
                      {sums && sums.begin > 0 && (
                        <Text as="span" variant="bodySm">
                          {whatHappens({ kind: "begin", prices: sums.begin })}
                        </Text>
                      )}
                      {sums && sums.end > 0 && (
                        <Text as="span" variant="bodySm">
                          {whatHappens({ kind: "end", prices: sums.end })}
                        </Text>
                      )}
                    </BlockStack>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

const whatHappens = ({ kind, prices }: Pick<PriceBatch, "kind" | "prices">) =>
  kind === "begin"
    ? pluralize(prices, "price begins", "prices begin")
    : pluralize(prices, "price ends", "prices end");
