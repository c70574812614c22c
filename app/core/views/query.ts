import { z } from "zod";
import { PAGE_PARAMETERS, SHOPIFY_PARAMETERS } from "~/platform/visit-parameters";

/** Parameters of an address that belong to one visit. */
const OF_ONE_VISIT = [...PAGE_PARAMETERS, ...SHOPIFY_PARAMETERS];

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
