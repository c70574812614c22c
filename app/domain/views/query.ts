import { z } from "zod";

/** What may stand in an address but belongs to one visit: a page's cursor, and what Shopify's admin adds (partly secret). */
const OF_ONE_VISIT = [
  "direction",
  "last_id",
  "embedded",
  "hmac",
  "host",
  "id_token",
  "link_source",
  "locale",
  "session",
  "shop",
  "timestamp",
];

const isQuery = (text: string) => /^[\w\-.~%+*&=!'(),:;@$/]*$/.test(text);

/** The query string that a saved view keeps: tab, search, order and filters, and nothing of the visit that it was saved on. */
export const viewQuery = z
  .string()
  .max(1_000, "must be at most 1000 characters")
  .refine(isQuery, "must be a query string, such as tab=pending&q=ann")
  .refine(
    (text) => {
      const parameters = new URLSearchParams(text);
      return !OF_ONE_VISIT.some((name) => parameters.has(name));
    },
    `must not contain ${OF_ONE_VISIT.join(", ")}`,
  );
