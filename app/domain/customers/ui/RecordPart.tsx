import { Link } from "@shopify/polaris";
import { formatInputDate } from "~/platform/dates/date-text";
import { formatDecimal, formatMoney } from "~/platform/money/format-money";
import { FactList } from "~/ui/FactList";
import { useFrame } from "~/ui/frame";
import { RowLink } from "~/ui/list/RowLink";
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
        {
          name: "Discount Limit",
          value: formatDecimal(customer.discount_limit, shop.currency) || "The shop's default",
        },
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

interface PersonLinkProps {
  row: { id: string; displayName: string; url: string };
  /** Their card in this console, or their page in the Shopify admin, in a window of its own. */
  opens: "card" | "admin";
  /** The card's query: the list that it continues. */
  search?: string;
}

/** A person's name in a list, which leads to more about them. */
export function PersonLink({ row, opens, search }: PersonLinkProps) {
  const place =
    opens === "admin" ? { to: row.url, target: "_blank" as const } : { to: cardOf(row.id, search) };
  return <RowLink {...place}>{row.displayName}</RowLink>;
}

/** Leads to a customer's card, from where their name leads elsewhere. */
export const CardLink = ({ id, search }: { id: string; search?: string }) => (
  <p>
    <Link url={cardOf(id, search)}>Open the customer card</Link>
  </p>
);

const cardOf = (id: string, search?: string): string =>
  `/customers/${id.split("/").pop()}${search ? `?${search}` : ""}`;
