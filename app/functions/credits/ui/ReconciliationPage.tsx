import { useFetcher } from "@remix-run/react";
import { Badge, Banner, BlockStack, Link, Text } from "@shopify/polaris";
import type { ListResult, ListState } from "~/platform/list";
import { type Cents, subtractCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import type { ActionAnswer } from "~/platform/notice";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { TimeAgo } from "~/ui/TimeAgo";
import type { LedgerDifference } from "../reconciliation/contract";
import { differencesList } from "../reconciliation/list";

/** The status of the reconciliation, as the calls return it. */
export interface ReconciliationStatus {
  proof: { at: string; accounts: number; postings: number; entries: number; owedCents: Cents } | null;
  differences: number;
  compared: { accounts: number; oldestAt: string | null; waiting: number };
}

interface ReconciliationPageProps {
  state: ListState;
  result: ListResult<LedgerDifference>;
  status: ReconciliationStatus;
  /** The server's clock when it answered (ISO 8601). */
  now: string;
}

const NOTHING_FOUND =
  "All balances match their entries and Shopify. Differences are listed here, also after they are resolved.";
const NOT_CHECKED = "The ledger is checked every night. To check it immediately, select Check now.";

/** Reconciliation: the latest check of the ledger, and each difference with its customer and time. */
export function ReconciliationPage({ state, result, status, now }: ReconciliationPageProps) {
  const { currency } = useFrame().shop;
  const fetcher = useFetcher<ActionAnswer>();
  const start = (intent: "prove" | "compare") => ({
    onAction: () => fetcher.submit({ intent }, { method: "post" }),
    loading: fetcher.state !== "idle" && fetcher.formData?.get("intent") === intent,
  });
  const money = (cents: Cents) => formatMoney(cents, currency);
  return (
    <ListPage
      title="Reconciliation"
      backAction={{ content: "Credits", url: "/credits" }}
      primaryAction={{ content: "Check now", ...start("prove") }}
      pageActions={[{ content: "Compare with Shopify now", ...start("compare") }]}
      list={differencesList}
      state={state}
      result={result}
      plural="differences"
      appliesAtOnce
      emptyHeading={status.proof ? "No differences" : "Not checked yet"}
      rowLabel={(row) => `${row.customerName || "The ledger"}: ${row.what}`}
      cells={cellsIn(money)}
      emptyHint={status.proof ? NOTHING_FOUND : NOT_CHECKED}
    >
      <Summary status={status} now={now} money={money} />
    </ListPage>
  );
}

function Summary({
  status: { proof, differences, compared },
  now,
  money,
}: Pick<ReconciliationPageProps, "status" | "now"> & { money: (cents: Cents) => string }) {
  const isSound = differences === 0;
  const title = !proof
    ? "The ledger was not checked yet"
    : isSound
      ? "All balances match"
      : `${formatCount(differences)} ${differences === 1 ? "difference is" : "differences are"} open`;
  return (
    <Banner tone={!proof ? "info" : isSound ? "success" : "critical"} title={title}>
      <BlockStack gap="100">
        {proof && (
          <Text as="p">
            Checked <TimeAgo at={proof.at} now={now} />: {formatCount(proof.accounts)} accounts,{" "}
            {formatCount(proof.postings)} postings, {formatCount(proof.entries)} entries.{" "}
            {money(proof.owedCents)} is owed to customers.
          </Text>
        )}
        <Text as="p">
          {compared.oldestAt ? (
            <>
              {formatCount(compared.accounts)} accounts were compared with Shopify. The oldest comparison was{" "}
              <TimeAgo at={compared.oldestAt} now={now} />.
            </>
          ) : (
            "No account was compared with Shopify yet."
          )}
          {compared.waiting > 0 && ` ${formatCount(compared.waiting)} are waiting to be compared.`}
        </Text>
      </BlockStack>
    </Banner>
  );
}

const cellsIn = (money: (cents: Cents) => string): Cells<LedgerDifference> => ({
  since: ({ since }) => <Moment at={since} time />,
  customer: ({ customerId, customerName }) =>
    customerId === null ? (
      "The whole ledger"
    ) : (
      <Link url={`/credits/proof/${customerId}`} removeUnderline>
        {customerName || `Customer ${customerId}`}
      </Link>
    ),
  what: ({ what }) => what,
  ours: ({ oursCents }) => money(oursCents),
  theirs: ({ theirsCents }) => money(theirsCents),
  difference: ({ oursCents, theirsCents }) => money(subtractCents(oursCents, theirsCents)),
  state: ({ endedAt }) =>
    endedAt ? (
      <>
        <Badge tone="success">Resolved</Badge> <Moment at={endedAt} time />
      </>
    ) : (
      <Badge tone="critical">Open</Badge>
    ),
});
