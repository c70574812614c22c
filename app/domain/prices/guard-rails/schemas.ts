import { z } from "zod";

export const shown = z.object({
  maxDropPercent: z.string(),
  minMarginPercent: z.string(),
  approvalAboveProducts: z.string(),
});

export type ShownGuardRails = z.infer<typeof shown>;
