import { BlockStack, Button, Card, DataTable, Page, Text } from "@shopify/polaris";
import { formatMoney } from "~/platform/money";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { useFrame } from "~/ui/frame";
import { momentTexts } from "~/ui/moment-text";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { saveFile } from "~/ui/save-file";
import { CREDITS_LIST } from "../list";
import { NO_RECORDS } from "../messages";
import type { Statement } from "../read-contract";

/** One customer's statement: every confirmed movement with the balance after it. */
export function StatementPage({ statement }: { statement: Statement }) {
  const { currency } = useFrame().shop;
  useListRefresh(CREDITS_LIST);
  const { name, email, balanceCents, openingCents, lines, shopifyCustomerId } = statement;
  const money = (cents: number) => formatMoney(cents, currency);
  const who = name || email || `Customer ${shopifyCustomerId}`;
  return (
    <Page
      title={`Statement: ${who}`}
      subtitle={email ?? undefined}
      backAction={{ content: "Credits", url: "/credits" }}
      primaryAction={<Button onClick={() => void save(statement, who)}>Save as a spreadsheet</Button>}
    >
      <Card padding="0">
        <BlockStack gap="200">
          <div style={{ padding: "var(--p-space-400)" }}>
            <Text as="p" variant="headingMd">
              Balance {money(balanceCents)}
            </Text>
          </div>
          <DataTable
            columnContentTypes={["text", "text", "text", "numeric", "numeric"]}
            headings={["Date (UTC)", "Type", "Reference", "Amount", "Balance"]}
            rows={[
              ...lines.map((line) => [
                momentTexts(new Date(line.at), "UTC").day,
                line.type,
                line.reference,
                `${line.amountCents < 0 ? "-" : "+"}${money(Math.abs(line.amountCents))}`,
                money(line.balanceCents),
              ]),
              lines.length === 0
                ? [NO_RECORDS, "", "", "", ""]
                : ["", "Before that", "", "", money(openingCents)],
            ]}
          />
        </BlockStack>
      </Card>
    </Page>
  );
}

const COLUMNS = [
  { title: "Date", width: 12 },
  { title: "Type", width: 14 },
  { title: "Reference", width: 40 },
  { title: "Amount", width: 12 },
  { title: "Balance", width: 12 },
];

async function save({ lines, email, balanceCents }: Statement, who: string): Promise<void> {
  const { toXlsx } = await import("~/platform/sheets/workbook");
  const now = new Date();
  const sheet = toXlsx({
    name: "Statement",
    columns: COLUMNS,
    report: {
      title: `Store credit of ${who}`,
      lines: [...(email ? [email] : []), `Balance: ${(balanceCents / 100).toFixed(2)}`],
    },
    rows: lines.map((line) => [
      momentTexts(new Date(line.at), "UTC").day,
      line.type,
      line.reference,
      line.amountCents / 100,
      line.balanceCents / 100,
    ]),
  });
  saveFile(`Statement_${slug(who)}_${fileTimestamp(now)}.xlsx`, sheet, XLSX);
}
