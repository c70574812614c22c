import { z } from "zod";

/** The section of an engine's comparisons, as messages about them name it. */
export const comparisonSection = (engine: string): string => `${engine}Comparison`;

/** How many products a comparison names. The others are counted. */
export const MAX_NAMED_DIFFERENCES = 200;

const difference = z.object({
  id: z.number().int(),
  /** Empty for a product that the store no longer has. */
  title: z.string(),
  state: z.enum(["different", "missing", "extra"]),
  /** The names of the fields that differ. */
  fields: z.array(z.string()),
});

/** The live index of an engine beside the catalog. Every product is in one of the numbers. */
export const comparisonResult = z.object({
  same: z.number().int(),
  different: z.number().int(),
  missing: z.number().int(),
  /** In the index, although shoppers mustn't find them. */
  extra: z.number().int(),
  /** They changed, and are about to be sent. They aren't compared. */
  waiting: z.number().int(),
  /** The first of those that aren't the same. */
  products: z.array(difference),
});
export type ComparisonResult = z.infer<typeof comparisonResult>;
