import { Link } from "@shopify/polaris";

interface PersonLinkProps {
  row: { id: string; displayName: string; url: string };
  /** Their card in this console, or their page in the Shopify admin, in a window of its own. */
  opens: "card" | "admin";
}

/** A person's name in a list, which leads to more about them. */
export function PersonLink({ row, opens }: PersonLinkProps) {
  const place = opens === "admin" ? { url: row.url, target: "_blank" as const } : { url: cardOf(row.id) };
  return (
    <Link {...place} removeUnderline>
      {row.displayName}
    </Link>
  );
}

/** Leads to a customer's card, from where their name leads elsewhere. */
export const CardLink = ({ id }: { id: string }) => (
  <p>
    <Link url={cardOf(id)}>Open the person card</Link>
  </p>
);

const cardOf = (id: string): string => `/customers/${id.split("/").pop()}`;
