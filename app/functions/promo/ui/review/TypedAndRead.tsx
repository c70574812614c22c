import { Badge, Banner, BlockStack, Text } from "@shopify/polaris";
import { useEffect } from "react";
import type { FactName } from "~/domain/submissions/reading/reading";
import { formatUsDate } from "~/platform/dates/date-text";
import { useLoad } from "~/ui/useLoad";
import type { ReadingAnswer } from "../../read-answers.server";
import type { ReceiptMark } from "../receipt/ReceiptMarks";
import { Section } from "./SubmissionSections";
import styles from "./TypedAndRead.module.css";

type Field = NonNullable<ReadingAnswer["fields"]>[number];

/** How often a receipt is looked for that is still being read. */
const RECHECK_MS = 4_000;

/** What was read from the receipt of a submission. Undefined until it is loaded. */
export function useReading(id: string): ReadingAnswer | undefined {
  const { data, load } = useLoad<ReadingAnswer>();
  useEffect(() => load(`/promo/submissions/${id}/reading`), [load, id]);
  const reading = data?.notice || String(data?.id) === id ? data : undefined;
  const isWaiting = reading?.state === "waiting";
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => load(`/promo/submissions/${id}/reading`), RECHECK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, load, id]);
  return reading;
}

const NAMES: Record<FactName, string> = {
  receiptId: "Receipt ID",
  purchaseDate: "Purchase Date",
  amount: "Amount",
  modelNumber: "Model Number",
  retailer: "Retailer",
};

/** Why there is nothing to compare with. */
const REASONS = {
  waiting: "The receipt is being read.",
  failed: "The text of the receipt couldn't be read. Compare it by eye.",
};

/** What the customer typed beside what was read from the receipt. Nothing for a submission whose receipt was never read. */
export function TypedAndRead({ reading }: { reading: ReadingAnswer | undefined }) {
  if (reading?.notice)
    return (
      <Section title="Typed and read">
        <Banner tone="critical">{reading.notice.text}</Banner>
      </Section>
    );
  if (!reading?.state || reading.state === "none") return null;
  return (
    <Section title="Typed and read">
      {reading.state === "ready" ? (
        <Comparison fields={reading.fields ?? []} />
      ) : (
        <Text as="p" tone="subdued">
          {REASONS[reading.state]}
        </Text>
      )}
    </Section>
  );
}

const Comparison = ({ fields }: { fields: readonly Field[] }) => (
  <table className={styles.comparison}>
    <thead>
      <tr>
        {["Field", "Typed", "On the receipt"].map((name) => (
          <th key={name} scope="col">
            <Text as="span" tone="subdued" variant="bodySm">
              {name}
            </Text>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {fields.map((field) => (
        <tr key={field.name}>
          <th scope="row">
            <Text as="span" tone="subdued">
              {NAMES[field.name]}
            </Text>
          </th>
          <td>{field.typed === null ? "–" : shown(field.name, field.typed)}</td>
          <td>
            <Finding field={field} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Finding({ field: { name, state, read } }: { field: Field }) {
  if (read === null)
    return (
      <Text as="span" tone="subdued">
        Not found
      </Text>
    );
  if (state === "equal") return <Badge tone="success">Equal</Badge>;
  return (
    <BlockStack gap="050" inlineAlign="start">
      {state === "different" && <Badge tone="critical">Different</Badge>}
      <Text as="span" tone={state === "different" ? "critical" : undefined}>
        {shown(name, read)}
      </Text>
    </BlockStack>
  );
}

/** A value as people read it. An amount has no currency: a receipt can be in any. */
function shown(name: FactName, value: string): string {
  if (name === "purchaseDate") return formatUsDate(value);
  return name === "amount"
    ? (Number(value) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })
    : value;
}

/** Where on the receipt the fields were found. */
export const marksOf = (reading: ReadingAnswer | undefined): ReceiptMark[] =>
  (reading?.fields ?? []).flatMap(({ name, state, place }) =>
    place && state !== "missing" ? [{ name: NAMES[name], state, place }] : [],
  );
