import { z } from "zod";
import { pageRequest } from "~/core/lists/keyset-page";

/** Where a page of customers starts, and in which order. */
export const customerListQuery = z.object({
  ...pageRequest,
  sort: z.string().max(40).optional(),
  pageSize: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1)
    .max(100, "must be at most 100")
    .optional(),
});
