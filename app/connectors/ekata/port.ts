/** Where a shop's Ekata answers. */
export interface EkataAccess {
  /** `https://api.ekata.com`. */
  baseUrl: string;
  /** The API key. */
  key: string;
}

const ADDRESS_FIELDS = ["street_line_1", "city", "state_code", "postal_code", "country_code"] as const;

const personFields = <const Person extends "primary" | "secondary">(person: Person) => [
  `${person}.name` as const,
  `${person}.phone` as const,
  ...ADDRESS_FIELDS.map((field) => `${person}.address.${field}` as const),
];

/** Everything that Ekata is sent about an order, besides the API key. Nothing else leaves Backroom. */
export const EKATA_FIELDS = [
  "transaction_id",
  "transaction_time",
  "ip_address",
  "primary.email_address",
  ...personFields("primary"),
  ...personFields("secondary"),
] as const;
export type EkataField = (typeof EKATA_FIELDS)[number];

/** An order as Ekata sees it: the primary person is the one who pays, the secondary one is the recipient. */
export type EkataTransaction = Partial<Record<EkataField, string>>;

/** What Ekata answers about a transaction. Higher scores are riskier. */
export interface EkataRisk {
  /** 0 to 500, a whole number. Null when Ekata couldn't tell. */
  riskScore: number | null;
  /** 0 to 1. Null when Ekata couldn't tell. */
  networkScore: number | null;
}

/** Ekata, which assesses the fraud risk of an order from its contact details. */
export interface Ekata {
  /**
   * @throws a 400 refusal with the code EKATA_REFUSED when Ekata can't assess this transaction, and a 502 one when it doesn't accept
   *   the key or doesn't answer
   */
  assess(transaction: EkataTransaction, signal?: AbortSignal): Promise<EkataRisk>;
  /** Checks the key with a request without personal data. @throws the 502 refusals of `assess` */
  testKey(signal?: AbortSignal): Promise<void>;
}

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
