import { Link } from "@shopify/polaris";
import { RowLink } from "~/ui/list/RowLink";

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
