import { z } from "zod";

/** A partner that registration codes are issued to. */
export const partner = z.object({ handle: z.string(), name: z.string() });

export type Partner = z.infer<typeof partner>;
