import { FIRST_READING } from "~/domain/customers/first-reading";

/** The hint under "No Records Found". */
export function emptyHint(narrowed: boolean, mirrorRebuiltAt: string | null): string {
  if (!mirrorRebuiltAt) return FIRST_READING;
  if (narrowed) return "No national partner matches. Clear the search, or choose all partners.";
  return "Customers appear here as soon as they have a tag with their partner, such as np:Northern.";
}

/** A consent as the list shows it; "1" means true. */
export const consentText = (value: string): string => (value === "1" ? "Yes" : "No");
