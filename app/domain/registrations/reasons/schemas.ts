import { z } from "zod";
import { reasonShape } from "./reason-shape";

export const list = z.object({
  reasons: z.array(reasonShape),
  /** The list's version. A change names the version that it was made from. */
  version: z.string(),
});

export type ReasonList = z.infer<typeof list>;
