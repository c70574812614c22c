import { z } from "zod";

/** `RefusedProduct`. */
export const refusedProduct = z.object({ id: z.number().int(), handle: z.string(), reason: z.string() });
