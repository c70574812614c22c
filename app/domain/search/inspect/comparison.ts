/** The section of an engine's comparisons, as messages about them name it. */
export const comparisonSection = (engine: string): string => `${engine}Comparison`;

/** How many products a comparison names. The others are counted. */
export const MAX_NAMED_DIFFERENCES = 200;
