import { formatInputDate } from "~/platform/dates/date-text";
import { formatMoney } from "~/platform/money/format-money";
import { FactList } from "~/ui/FactList";
import { useFrame } from "~/ui/frame";
import type { CardCustomer, PartProps } from "../card-part";
import { type EditField, PROFILE_FIELDS, STP_FIELDS } from "../edit-fields";
import { STUDENTS } from "../kinds";

/** The person's profile and STP fields with the edit dialog's labels, without empty ones. */
export function RecordPart({ customer }: PartProps<CardCustomer>) {
  const { shop } = useFrame();
  const fields = [...STP_FIELDS, ...PROFILE_FIELDS].flatMap((field) => {
    const value = customer.values[field.name] ?? "";
    return value ? [{ name: field.label, value: shown(field, value) }] : [];
  });
  const isStudent = STUDENTS.some(({ includes }) => includes(customer.tags));
  const money = isStudent
    ? [
        { name: "Discount Limit", value: customer.discount_limit || "The shop's default" },
        { name: "Amount Spent", value: formatMoney(customer.amountSpentCents, shop.currency) },
      ]
    : [];
  const facts = [...fields, ...money];
  if (facts.length === 0) return "Nothing is recorded yet.";
  return <FactList facts={facts} />;
}

function shown({ kind }: EditField, value: string): string {
  if (kind === "consent") return value === "1" ? "Yes" : "No";
  return kind === "date" ? formatInputDate(value) : value;
}
