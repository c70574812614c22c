import { useLocation, useNavigate } from "@remix-run/react";
import { Badge, Button, Link, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import type { PostingType } from "~/domain/ledger/posting";
import type { ListDeclaration, ListResult, ListState } from "~/platform/list";
import { formatSigned } from "~/platform/money/format-money";
import { EmailText } from "~/ui/EmailText";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { MoreMatch } from "~/ui/list/ListHints";
import { SortSelect } from "~/ui/list/SortSelect";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { TwoLines } from "~/ui/TwoLines";
import type { Duplicate } from "../duplicates/calls.server";
import { ANY_DAY, datesProblemOf, type FilterFields, filtersOf, narrowing } from "../filter-address";
import { creditCall } from "../function";
import { lastMomentOf, NO_RECORDS } from "../messages";
import type { RangesLimits } from "../schemas";
import { APPROVALS_PATH, CREDITS_LIST, orderOf } from "../tabs";
import type { Transaction } from "../transactions-list.server";
import { ExportFiltered, MorePages, StateBadge, TABS } from "./cells";
import { Duplicates } from "./Duplicates";

const AdvancedSearch = lazyPart(() => import("./AdvancedSearch"));
const CancelDialog = lazyPart(() => import("./CancelDialog"));
const ReverseDialog = lazyPart(() => import("./ReverseDialog"));

const SORTS = [
  { value: "createdDate desc", label: "Date, new to old" },
  { value: "createdDate asc", label: "Date, old to new" },
];

interface TransactionsProps {
  list: ListDeclaration;
  state: ListState;
  result: ListResult<Transaction>;
  filter: FilterFields;
  limits: RangesLimits;
  /** False when more match than were counted: the pages end where the count does. */
  isExact: boolean;
  /** Transactions that may already be paid. */
  duplicates: { list: Duplicate[]; total: number };
}

/** Transactions: the ledger, with a search and Advanced Search. */
export function Transactions({
  list,
  state,
  result,
  filter,
  limits,
  isExact,
  duplicates,
}: TransactionsProps) {
  const { currency } = useFrame().shop;
  const { search } = useLocation();
  const navigate = useNavigate();
  useListRefresh(CREDITS_LIST);
  const { startDate, endDate } = filter;
  const problem = datesProblemOf(filter);
  const [isOpen, setOpen] = useState(false);
  const [canceling, setCanceling] = useState<Transaction | null>(null);
  const [reversing, setReversing] = useState<Transaction | null>(null);
  const dates =
    startDate || endDate ? `${startDate || "the beginning"} to ${endDate || "today"} (UTC)` : null;

  return (
    <>
      <ListPage
        title="Credits"
        pageActions={
          <>
            <MorePages />
            <ExportFiltered
              call={creditCall("credits.exportTransactions", {
                ...narrowing(filter),
                search: state.search,
                ...orderOf<"createdDate">(state.sort),
              })}
              disabled={result.rows.length === 0}
            />
          </>
        }
        list={list}
        state={state}
        result={result}
        plural="transactions"
        rowLabel={(row) =>
          `${row.transactionType} of ${row.customerName || row.customerEmail || "a customer"}`
        }
        cells={cellsOf(currency)}
        tabs={TABS}
        selectedTab="transactions"
        appliesAtOnce
        pageWord="page"
        filters={filtersOf(filter, currency)}
        emptyHeading={NO_RECORDS}
        emptyHint={
          dates
            ? problem === null
              ? `No transaction of these dates matches: ${dates}.`
              : "Correct the dates."
            : Object.keys(narrowing(filter)).length > 0
              ? "Nothing matches the advanced search."
              : "Credit that is given, spent or returned is listed here."
        }
        widenAction={
          dates ? { content: "Look at all dates", onAction: () => navigate(anyDay(search)) } : undefined
        }
        rowActions={(row) =>
          row.canBeGivenUp ? (
            <Button
              size="slim"
              accessibilityLabel={`Cancel: ${row.reference}`}
              onClick={() => setCanceling(row)}
            >
              Cancel
            </Button>
          ) : (
            <ReversalButton row={row} onReverse={() => setReversing(row)} />
          )
        }
        toolbar={
          <>
            <Button pressed={isOpen} ariaExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Advanced Search
            </Button>
            <SortSelect list={list} state={state} options={SORTS} />
          </>
        }
      >
        {problem !== null && (
          <Text as="span" tone="critical">
            <span role="alert">{problem}</span>
          </Text>
        )}
        <Duplicates {...duplicates} />
        {!isExact && <MoreMatch />}
      </ListPage>
      {isOpen && (
        <Suspense>
          <AdvancedSearch
            filter={filter}
            limits={limits}
            onClose={() => setOpen(false)}
            onLoadError={() => setOpen(false)}
          />
        </Suspense>
      )}
      {reversing && (
        <Suspense>
          <ReverseDialog transaction={reversing} onClose={() => setReversing(null)} />
        </Suspense>
      )}
      {canceling && (
        <Suspense>
          <CancelDialog transaction={canceling} onClose={() => setCanceling(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Reverse, or the way to the request that waits for approval. */
function ReversalButton({ row, onReverse }: { row: Transaction; onReverse(): void }) {
  if (row.waitingReversal)
    return (
      <Button size="slim" url={APPROVALS_PATH} accessibilityLabel={`Approval: reversal of ${row.reference}`}>
        Approval
      </Button>
    );
  return (
    mayBeReversed(row) && (
      <Button size="slim" accessibilityLabel={`Reverse: ${row.reference}`} onClick={onReverse}>
        Reverse
      </Button>
    )
  );
}

const anyDay = (search: string) => firstPage(search, { startDate: ANY_DAY, endDate: ANY_DAY });

/** Not for an erased customer, whose id is negative. */
const mayBeReversed = ({ shopifyCustomerId, transactionType, state, reversedById }: Transaction): boolean =>
  state === "CONFIRMED" &&
  !reversedById &&
  Number(shopifyCustomerId) > 0 &&
  (transactionType === "Credit" || transactionType === "Adjustment");

/** The column of each type's amount. Two types share another type's column and have a badge. */
const COLUMN_OF: Record<PostingType, string> = {
  Credit: "credit",
  Opening: "credit",
  Adjustment: "adjustment",
  Expiry: "adjustment",
  "Discount Code": "discountCode",
  Order: "order",
  Refund: "refund",
};

const TYPE_BADGES: Partial<Record<PostingType, string>> = { Opening: "Opening balance", Expiry: "Expired" };

function cellsOf(currency: string) {
  const amount = (column: string) => (row: Transaction) =>
    COLUMN_OF[row.transactionType] === column && (
      <>
        {formatSigned(row.amountCents, currency)}{" "}
        {row.state !== "CONFIRMED" && <StateBadge state={row.state} duplicate={row.duplicate} />}
      </>
    );
  return {
    customer: ({ customerName, customerEmail, shopifyCustomerId }) =>
      Number(shopifyCustomerId) > 0 ? (
        <Link
          url={`/credits/statement/${shopifyCustomerId}`}
          removeUnderline
          accessibilityLabel={`Statement of ${customerName || customerEmail || shopifyCustomerId}`}
        >
          <TwoLines text={customerName || shopifyCustomerId} />
        </Link>
      ) : (
        customerName
      ),
    // Shopify names a customer without a name after the email address.
    email: ({ customerName, customerEmail }) =>
      customerEmail && customerEmail !== customerName && <EmailText email={customerEmail} />,
    credit: amount("credit"),
    adjustment: amount("adjustment"),
    discountCode: amount("discountCode"),
    order: amount("order"),
    refund: amount("refund"),
    reference: ({ reference, orderName }) => {
      const text = orderName && !reference.includes(orderName) ? `${reference} (${orderName})` : reference;
      return <span title={text}>{text}</span>;
    },
    expireOn: ({ expirationDate }) =>
      expirationDate && <Moment at={lastMomentOf(expirationDate)} zone="UTC" />,
    createdBy: (row) => <CreatedBy {...row} />,
  } satisfies Cells<Transaction>;
}

/** Who made a transaction, after what it is besides, and above why it failed. */
function CreatedBy(row: Transaction) {
  const { adminName, adminEmail, transactionType, state, problem, reversesId } = row;
  const badge = TYPE_BADGES[transactionType];
  const author = adminName || adminEmail;
  return (
    <>
      <ReversalState {...row} /> {badge && <Badge>{badge}</Badge>}{" "}
      {reversesId && <Badge tone="info">Reversal</Badge>} <span title={author}>{author}</span>
      {problem && state !== "CONFIRMED" && (
        <Text as="p" variant="bodySm" tone={state === "FAILED" ? "critical" : "subdued"}>
          <span data-whole>
            <TwoLines text={problem} />
          </span>
        </Text>
      )}
    </>
  );
}

/** Once a transaction is reversed, a request to reverse it no longer matters. */
function ReversalState({ reversedById, waitingReversal }: Transaction) {
  if (reversedById) return <Badge>Reversed</Badge>;
  return (
    waitingReversal && (
      <span title={`Requested by ${waitingReversal.askedByName}. It waits for approval.`}>
        <Badge tone="attention">Reversal waiting</Badge>
      </span>
    )
  );
}
