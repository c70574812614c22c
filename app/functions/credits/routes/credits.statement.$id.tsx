import { useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, Page, Text } from "@shopify/polaris";
import { pageLoader } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import type { ListColumn } from "~/platform/list";
import { formatMoney, formatSigned } from "~/platform/money/format-money";
import { EmptyState } from "~/ui/EmptyState";
import { useFrame } from "~/ui/frame";
import { PlainTable } from "~/ui/list/PlainTable";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import { creditsFunction } from "../function";
import { lastDayOf, NO_RECORDS, personName } from "../messages";
import { CREDITS_LIST } from "../tabs";
import { AsOf, PendingAmount } from "../ui/cells";
import { saveStatement } from "../ui/save-statement";

export const loader = pageLoader(creditsFunction, async ({ calls }, args) => {
  const { id = "" } = args.params;
  await calls.credits.refresh({ id });
  const { statement } = await calls.credits.statement({ id });
  if (!statement) throw notFound("This customer never had store credit.");
  return { statement, now: new Date().toISOString() };
});

const COLUMNS = [
  { key: "date", title: "Date", zone: "UTC", narrow: "plain" },
  { key: "type", title: "Type", narrow: "title" },
  { key: "reference", title: "Reference", narrow: "plain" },
  { key: "by", title: "Created By" },
  { key: "expires", title: "Expires", zone: "UTC" },
  { key: "amount", title: "Amount", align: "end" },
  { key: "balance", title: "Balance", align: "end" },
] as const satisfies readonly ListColumn[];

/** A customer's statement: every confirmed transaction with the balance after it. @param now the server's clock, ISO 8601 */
export default function CustomerStatement() {
  const { statement, now } = useLoaderData<typeof loader>();
  const { currency } = useFrame().shop;
  useListRefresh(CREDITS_LIST);
  const { name, email, balanceCents, openingCents, lines, shopifyCustomerId: id } = statement;
  const who = personName({ name, email });
  const noticeFailure = useSpreadsheetFailure();
  return (
    <Page
      title={`Statement: ${who}`}
      subtitle={email && email !== who ? email : undefined}
      backAction={{ content: "Credits", url: "/credits" }}
      primaryAction={
        <Button onClick={() => noticeFailure(saveStatement(statement, { who, currency }))}>
          Save as a spreadsheet
        </Button>
      }
      secondaryActions={[
        { content: "Compare with Shopify", url: `/credits/proof/${id}` },
        ...(Number(id) > 0 ? [{ content: "Customer", url: `/customers/${id}` }] : []),
      ]}
    >
      <BlockStack gap="400">
        <Card>
          <Text as="p" variant="headingMd">
            Balance {formatMoney(balanceCents, currency)}
          </Text>
          <Text as="p" tone="subdued">
            <AsOf at={statement.comparedAt} now={now} />
          </Text>
          <PendingAmount {...statement} currency={currency} />
        </Card>
        <Card padding={lines.length > 0 ? "0" : undefined}>
          {lines.length > 0 ? (
            <PlainTable
              caption="transactions"
              columns={COLUMNS}
              rows={lines}
              cells={{
                date: ({ at }) => <Moment at={at} zone="UTC" time />,
                type: ({ type }) => type,
                reference: ({ reference }) => reference,
                by: ({ by }) => by,
                expires: ({ expiresAt }) => expiresAt && lastDayOf(expiresAt),
                amount: ({ amountCents }) => formatSigned(amountCents, currency),
                balance: (line) => formatMoney(line.balanceCents, currency),
              }}
            />
          ) : (
            <EmptyState
              heading={NO_RECORDS}
              action={{
                content: "Credits",
                url: `/credits?${new URLSearchParams({ tab: "manageCredits", q: email ?? name })}`,
              }}
            >
              Nothing was added or taken yet. Transactions that Shopify has confirmed are listed here.
            </EmptyState>
          )}
        </Card>
        {openingCents !== 0 && (
          <Text as="p" tone="subdued">
            The balance before the oldest of these was {formatMoney(openingCents, currency)}.
          </Text>
        )}
      </BlockStack>
    </Page>
  );
}
