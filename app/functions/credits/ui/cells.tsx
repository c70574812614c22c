import { Badge, Button, Text } from "@shopify/polaris";
import type { PostingState } from "~/domain/ledger/posting";
import { formatInstant } from "~/platform/dates/instant";
import { type Cents, negateCents } from "~/platform/money/cents";
import { formatSigned } from "~/platform/money/format-money";
import type { PageCall } from "~/platform/page-call";
import { useCall } from "~/ui/useCall";
import type { CreditCustomer } from "../list.server";
import { MAY_BE_PAID } from "../messages";
import { CREDITS_TAB_NAMES, CREDITS_TABS } from "../tabs";

interface AsOfProps {
  /** When the balance was last compared with Shopify, ISO 8601. Null for never. */
  at: string | null;
  /** The server's clock when it answered, ISO 8601. Times of the same day (UTC) are shown without the date. */
  now: string;
}

/** How current a balance is, such as "as of 10:15 PM UTC". Instants of store credit are in UTC. */
export function AsOf({ at, now }: AsOfProps) {
  if (at === null) return "not yet compared with Shopify";
  const { date, time, dateTime } = formatInstant(new Date(at), "UTC");
  const isToday = formatInstant(new Date(now), "UTC").date === date;
  return (
    <>
      as of <time dateTime={at}>{isToday ? time : dateTime}</time> UTC
    </>
  );
}

interface PendingAmountProps {
  /** What pending credits will add and pending adjustments will take. */
  comingCents: Cents;
  heldCents: Cents;
  currency: string;
}

/** The pending amount of an account, such as "+$5.00 on its way". */
export function PendingAmount({ comingCents, heldCents, currency }: PendingAmountProps) {
  const moving = [comingCents, negateCents(heldCents)].filter((cents) => cents !== 0);
  if (moving.length === 0) return null;
  return (
    <Text as="p" variant="bodySm" tone="subdued">
      {moving.map((cents) => formatSigned(cents, currency)).join(", ")} on its way
    </Text>
  );
}

const TONES = {
  PENDING: { tone: "attention", label: "Pending" },
  UNKNOWN: { tone: "warning", label: "Unknown" },
  FAILED: { tone: "critical", label: "Failed" },
  CONFIRMED: { tone: "success", label: "Confirmed" },
} as const;

const DUPLICATE_TONES = {
  possible: { tone: "warning", label: MAY_BE_PAID },
  recognized: { tone: "info", label: "Already paid" },
} as const;

/** The state of a transaction. @param duplicate after a fail-over of the database */
export function StateBadge({
  state,
  duplicate,
}: {
  state: PostingState;
  duplicate?: keyof typeof DUPLICATE_TONES | null;
}) {
  const { tone, label } = duplicate ? DUPLICATE_TONES[duplicate] : TONES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

interface ExportFilteredProps {
  /** The call that exports the list as it is shown. */
  call: PageCall;
  /** True when there are no rows. */
  disabled: boolean;
}

/** Exports the filtered list to a spreadsheet, and shows when the file is ready. */
export function ExportFiltered({ call, disabled }: ExportFilteredProps) {
  const { run, isBusy } = useCall();
  return (
    <Button disabled={disabled} loading={isBusy} onClick={() => run(call)}>
      Export Filtered
    </Button>
  );
}

/** Links to further pages, on both tabs. */
export const MorePages = () => (
  <>
    <Button url="/credits/proof">Reconciliation</Button>
    <Button url="/credits/liability">Store credit owed</Button>
  </>
);

/** The tabs of the page. */
export const TABS = CREDITS_TABS.map((id) => ({ id, label: CREDITS_TAB_NAMES[id] }));

/** A customer as the list needs them. */
export type CustomerRow = CreditCustomer & { id: string };
