import { useFetcher } from "@remix-run/react";
import { Badge, Banner, BlockStack, Link, Text } from "@shopify/polaris";
import type { ListResult, ListState } from "~/platform/list";
import { formatMoney } from "~/platform/money";
import type { ActionAnswer } from "~/platform/notice";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { TimeAgo } from "~/ui/TimeAgo";
import type { LedgerDifference } from "../proof/contract";
import { differencesList } from "../proof/list";

/** How the ledger stands, as the calls answer it. */
export interface Standing {
  proof: { at: string; accounts: number; postings: number; entries: number; owedCents: number } | null;
  differences: number;
  compared: { accounts: number; oldestAt: string | null; waiting: number };
}

interface LedgerProofProps {
  state: ListState;
  result: ListResult<LedgerDifference>;
  standing: Standing;
  /** The server's clock when it answered (ISO 8601). */
  now: string;
}

const NOTHING_FOUND =
  "Every posting's entries sum to zero, every balance is the sum of its entries, and each is what Shopify says. What does not agree one day is named here, and stays listed once it agrees again.";
const NOT_PROVED = "The ledger is proved every night. Prove now does it at once.";

/** Ledger's proof: what the latest proof went over, and each cent that does not agree, with whom and since when. */
export function LedgerProof({ state, result, standing, now }: LedgerProofProps) {
  const { currency } = useFrame().shop;
  const fetcher = useFetcher<ActionAnswer>();
  const start = (intent: "prove" | "compare") => ({
    onAction: () => fetcher.submit({ intent }, { method: "post" }),
    loading: fetcher.state !== "idle" && fetcher.formData?.get("intent") === intent,
  });
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <ListPage
      title="Ledger's proof"
      backAction={{ content: "Credits", url: "/credits" }}
      primaryAction={{ content: "Prove now", ...start("prove") }}
      secondaryActions={[{ content: "Compare with Shopify now", ...start("compare") }]}
      list={differencesList}
      state={state}
      result={result}
      plural="differences"
      appliesAtOnce
      emptyHeading={standing.proof ? "No differences" : "Nothing is known yet"}
      rowLabel={(row) => `${row.customerName || "The ledger"}: ${row.what}`}
      cells={cellsIn(money)}
      emptyHint={standing.proof ? NOTHING_FOUND : NOT_PROVED}
    >
      <Summary standing={standing} now={now} money={money} />
    </ListPage>
  );
}

function Summary({
  standing: { proof, differences, compared },
  now,
  money,
}: Pick<LedgerProofProps, "standing" | "now"> & { money: (cents: number) => string }) {
  const isSound = differences === 0;
  const title = !proof
    ? "The ledger was not proved yet"
    : isSound
      ? "Every cent agrees"
      : `${formatCount(differences)} ${differences === 1 ? "difference is" : "differences are"} open`;
  return (
    <Banner tone={!proof ? "info" : isSound ? "success" : "critical"} title={title}>
      <BlockStack gap="100">
        {proof && (
          <Text as="p">
            Proved <TimeAgo at={proof.at} now={now} />: {formatCount(proof.accounts)} accounts,{" "}
            {formatCount(proof.postings)} postings, {formatCount(proof.entries)} entries;{" "}
            {money(proof.owedCents)} is owed to customers.
          </Text>
        )}
        <Text as="p">
          {compared.oldestAt ? (
            <>
              {formatCount(compared.accounts)} accounts were compared with Shopify, the one longest ago{" "}
              <TimeAgo at={compared.oldestAt} now={now} />.
            </>
          ) : (
            "No account was compared with Shopify yet."
          )}
          {compared.waiting > 0 && ` ${formatCount(compared.waiting)} wait to be compared.`}
        </Text>
      </BlockStack>
    </Banner>
  );
}

const cellsIn = (money: (cents: number) => string): Cells<LedgerDifference> => ({
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
  difference: ({ oursCents, theirsCents }) => money(oursCents - theirsCents),
  state: ({ endedAt }) =>
    endedAt ? (
      <>
        <Badge tone="success">Agrees again</Badge> <Moment at={endedAt} time />
      </>
    ) : (
      <Badge tone="critical">Open</Badge>
    ),
});
