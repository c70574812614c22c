import { BlockStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { formatUsDate } from "~/platform/dates/us-date";
import { EmailText } from "~/ui/EmailText";
import { FactList } from "~/ui/FactList";
import type { SubmissionView } from "../../schemas";

interface SubmissionSectionsProps {
  submission: SubmissionView;
  hasDashedDates?: boolean;
}

/** What the customer submitted: Customer, Purchase and Shipping Address. */
export function SubmissionSections({ submission, hasDashedDates }: SubmissionSectionsProps) {
  const purchaseDate = formatUsDate(submission.purchaseDate);
  const facts = (entries: readonly (readonly [string, ReactNode])[]) => (
    <FactList facts={entries.flatMap(([name, value]) => (value ? [{ name, value }] : []))} />
  );
  return (
    <>
      <Section title="Customer">
        {facts([
          ["Name", submission.displayName],
          ["Email", submission.email && <EmailText email={submission.email} />],
        ])}
      </Section>
      <Section title="Purchase">
        {facts([
          ["Promotion", submission.promotion],
          ["Purchasing Method", submission.purchasingMethod],
          ["Purchase Date", hasDashedDates ? purchaseDate.replaceAll("/", "-") : purchaseDate],
          ["Receipt ID", submission.receiptId],
          ["Model Number", submission.modelNumber],
          ["Retailer", submission.retailer],
          ["City, State", joined(submission.purchaseCity, submission.purchaseState)],
        ])}
      </Section>
      <Section title="Shipping Address">
        <BlockStack gap="050">
          {addressLines(submission).map((line) => (
            <Text key={line} as="span" breakWord>
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
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "").slice(-10);
  return digits.length === 10 ? `+1 ${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : phone;
}
