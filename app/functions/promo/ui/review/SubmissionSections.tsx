import { BlockStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { formatUsDate } from "~/platform/dates/date-text";
import { formatMoney } from "~/platform/money/format-money";
import { EmailText } from "~/ui/EmailText";
import { FactList } from "~/ui/FactList";
import { useFrame } from "~/ui/frame";
import type { SubmissionView } from "../../schemas";
import { SubmissionMoment } from "../cells";

interface SubmissionSectionsProps {
  submission: SubmissionView;
  hasDashedDates?: boolean;
}

/** What the customer submitted: Purchase, Customer and Shipping Address. */
export function SubmissionSections({ submission, hasDashedDates }: SubmissionSectionsProps) {
  const { currency } = useFrame().shop;
  const purchaseDate = formatUsDate(submission.purchaseDate);
  const facts = (entries: readonly (readonly [string, ReactNode])[]) => (
    <FactList facts={entries.flatMap(([name, value]) => (value ? [{ name, value }] : []))} />
  );
  return (
    <>
      <Section title="Purchase">
        {facts([
          ["Amount", submission.amountCents !== null && formatMoney(submission.amountCents, currency)],
          ["Purchase Date", hasDashedDates ? purchaseDate.replaceAll("/", "-") : purchaseDate],
          ["Submitted", <SubmissionMoment key="submitted" at={submission.createdDate} />],
          ["Receipt ID", submission.receiptId],
          ["Model Number", submission.modelNumber],
          ["Retailer", submission.retailer],
          ["City, State", joined(submission.purchaseCity, submission.purchaseState)],
          ["Purchasing Method", submission.purchasingMethod],
          ["Promotion", submission.promotion],
        ])}
      </Section>
      <Section title="Customer">
        {facts([
          ["Name", submission.displayName],
          ["Email", submission.email && <EmailText email={submission.email} />],
        ])}
      </Section>
      <Section title="Shipping Address">
        <BlockStack gap="050">
          {addressLines(submission).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and those of one address never move
            <Text key={index} as="span" breakWord>
              {line}
            </Text>
          ))}
        </BlockStack>
      </Section>
    </>
  );
}

/** A part of a submission below its heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <BlockStack gap="100">
    <Text as="h3" variant="headingSm">
      {title}
    </Text>
    {children}
  </BlockStack>
);

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ");

const addressLines = (submission: SubmissionView): string[] =>
  [
    `${submission.shippingFirstName} ${submission.shippingLastName}`.trim(),
    submission.shippingAddress1,
    submission.shippingAddress2 ?? "",
    joined(submission.shippingCity, `${submission.shippingState} ${submission.shippingPostalCode}`.trim()),
    submission.shippingCountry,
    submission.shippingPhone ? formatPhone(submission.shippingPhone) : "",
  ].filter(Boolean);

/** Ten digits as `+1 555-123-4567`. Another text stays as it is. */
function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "").slice(-10);
  return digits.length === 10 ? `+1 ${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : phone;
}
