import {
  type CompareAtRule,
  type Ending,
  type RuleKind,
  type RuleText,
  ruleUnit,
} from "../workbench/price-rule";

export const RULE_LABELS: Record<RuleKind, string> = {
  "lower-percent": "Lower by percent",
  "raise-percent": "Raise by percent",
  "lower-amount": "Lower by amount",
  "raise-amount": "Raise by amount",
  margin: "Margin over the cost",
  keep: "Keep the price",
};

export const ENDING_LABELS: Record<Ending, string> = {
  none: "None",
  "99": "To .99, nearest",
  "99-down": "To .99, down",
  "99-up": "To .99, up",
  "95": "To .95, nearest",
  "00": "To .00, nearest",
};

export const COMPARE_AT_LABELS: Record<CompareAtRule, string> = {
  keep: "Keep",
  current: "The price before",
  lowest: "The lowest of 30 days",
  none: "Remove",
};

/** A rule in a few words: "Lower by 20%, to .99". */
export function describeRule({ kind, by, ending }: RuleText, symbol: string): string {
  const value = ruleUnit(kind) === "amount" ? `${symbol}${by}` : `${by.replace("%", "")}%`;
  const name = RULE_LABELS[kind].replace(/(percent|amount)$/, value);
  const parts = [kind === "margin" ? `Margin ${value}` : name];
  if (ending !== "none") parts.push(`to .${ending.slice(0, 2)}`);
  return parts.join(", ");
}
