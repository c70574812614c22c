/** From which identity risk scores (0 to 500) on a risk is medium or high. */
export interface Thresholds {
  mediumFrom: number;
  highFrom: number;
}

/** Where the owner hasn't set others. Ekata publishes none. */
export const DEFAULT_THRESHOLDS: Thresholds = { mediumFrom: 250, highFrom: 400 };

/** The levels of risk, as Shopify names them. NONE: Ekata couldn't tell. */
export type RiskLevel = "HIGH" | "LOW" | "MEDIUM" | "NONE";

/** The level of an identity risk score. */
export function riskLevel(score: number | null, { mediumFrom, highFrom }: Thresholds): RiskLevel {
  if (score === null) return "NONE";
  if (score >= highFrom) return "HIGH";
  return score >= mediumFrom ? "MEDIUM" : "LOW";
}
