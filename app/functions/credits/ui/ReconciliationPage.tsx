import { Badge, Banner, BlockStack, Text } from "@shopify/polaris";
import type {
  differencesList,
  LedgerDifference,
} from "~/domain/ledger/reconciliation/differences-list.server";
import type { ListResult, ListState } from "~/platform/list";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { Moment, TimeAgo } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useCall } from "~/ui/useCall";
import { creditCall } from "../function";
import { personName } from "../messages";

/** The status of the reconciliation, as the calls return it. */
export interface ReconciliationStatus {
  proof: { at: string; accounts: number; postings: number; entries: number; owedCents: Cents } | null;
  differences: number;
  compared: {
    accounts: number;
    total: number;
    oldestAt: string | null;
    latestAt: string | null;
    shopifyCents: Cents;
    waiting: number;
  };
}

interface ReconciliationPageProps {
  list: typeof differencesList.declaration;
  state: ListState;
  result: ListResult<LedgerDifference>;
  status: ReconciliationStatus;
  /** The server's clock when it answered (ISO 8601). */
  now: string;
}

const NOTHING_FOUND =
  "The latest check found no differences. Differences are listed here, also after they are resolved.";
const NOT_CHECKED =
  "Every night, all balances are compared with Shopify and the ledger is checked. To do it immediately, select Check now.";

/** Reconciliation: the latest check of the ledger, and each difference with its customer and time. */
export function ReconciliationPage({ list, state, result, status, now }: ReconciliationPageProps) {
  const { currency } = useFrame().shop;
  const [checking, comparing] = [useCall(), useCall()];
  const check = () => checking.run(creditCall("ledgerProof.prove", {}));
  const money = (cents: Cents) => formatMoney(cents, currency);
  return (
    <ListPage
      title="Reconciliation"
      backAction={{ content: "Credits", url: "/credits" }}
      primaryAction={{
        content: "Check now",
        loading: checking.isBusy,
        onAction: check,
      }}
      pageActions={[
        {
          content: "Compare with Shopify now",
          loading: comparing.isBusy,
          onAction: () => comparing.run(creditCall("ledgerProof.compare", {})),
        },
      ]}
      list={list}
      state={state}
      result={result}
      plural="differences"
      appliesAtOnce
      emptyHeading={status.proof ? "No differences" : "Not checked yet"}
      rowLabel={(row) => `${row.customerName || "The ledger"}: ${row.what}`}
      cells={cellsIn(money)}
      emptyHint={status.proof ? NOTHING_FOUND : NOT_CHECKED}
      emptyAction={{ content: "Check the ledger", onAction: check }}
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
  const isComplete = compared.accounts === compared.total && compared.waiting === 0;
  const { tone, title } = !proof
    ? { tone: "info" as const, title: "The ledger hasn't been checked yet" }
    : differences > 0
      ? {
          tone: "critical" as const,
          title: `${pluralize(differences, "difference is", "differences are")} open`,
        }
      : isComplete
        ? { tone: "success" as const, title: "All balances matched Shopify when they were last compared" }
        : { tone: "warning" as const, title: "Not all balances are compared with Shopify" };
  return (
    <Banner tone={tone} title={title}>
      <BlockStack gap="100">
        {differences > 0 && (
          <Text as="p">
            Select a customer to see their postings, with both balances after each. A difference is resolved
            when a later check doesn't find it.
          </Text>
        )}
        <Text as="p">
          {compared.oldestAt && compared.latestAt ? (
            <>
              Compared with Shopify: {formatCount(compared.accounts)} of {formatCount(compared.total)}{" "}
              accounts, {money(compared.shopifyCents)}, from <Moment at={compared.oldestAt} time /> to{" "}
              <Moment at={compared.latestAt} time named />.
            </>
          ) : (
            "No account was compared with Shopify yet."
          )}
          {compared.waiting > 0 && ` ${formatCount(compared.waiting)} are waiting to be compared again.`}
        </Text>
        {proof && (
          <Text as="p">
            Ledger checked <TimeAgo at={proof.at} now={now} />: {formatCount(proof.accounts)} accounts,{" "}
            {formatCount(proof.postings)} postings, {formatCount(proof.entries)} entries.{" "}
            {money(proof.owedCents)} is owed to customers.
          </Text>
        )}
      </BlockStack>
    </Banner>
  );
}

const cellsIn = (money: (cents: Cents) => string) =>
  ({
    since: ({ since }) => <Moment at={since} time />,
    customer: ({ customerId, customerName }) =>
      customerId === null ? (
        "The whole ledger"
      ) : (
        <RowLink to={`/credits/proof/${customerId}`}>
          {personName({ name: customerName, email: null })}
        </RowLink>
      ),
    ours: ({ oursCents }) => money(oursCents),
    theirs: ({ theirsCents }) => money(theirsCents),
    difference: ({ differenceCents }) => money(differenceCents),
    state: ({ endedAt }) =>
      endedAt ? (
        <>
          <Badge tone="success">Resolved</Badge> <Moment at={endedAt} time />
        </>
      ) : (
        <Badge tone="critical">Open</Badge>
      ),
  }) satisfies Cells<LedgerDifference>;
