import { type Operation, operation, type UserError } from "../operation";
import { CUSTOMER_WITH_METAFIELDS, type CustomerWithMetafields } from "./customers";

export interface MetafieldToSet {
  ownerId: string;
  namespace: string;
  key: string;
  type: string;
  value: string;
  /** What the value was when it was read; null says that there was none. Shopify refuses when it is another by now. */
  compareDigest: string | null;
}

/** Writes up to 25 metafields, all or none. Not repeatable: the digests that it compares are the old ones. */
export const metafieldsSet = operation<
  { metafieldsSet: { userErrors: UserError[] } },
  { metafields: MetafieldToSet[] }
>(
  `mutation MetafieldsSet($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { userErrors { code field message } }
}`,
  { repeatable: false },
);

/** What is changed of a customer in one request; a part that is undefined stays out. All of them may be repeated. */
export interface CustomerChangeParts {
  /** Metafields to take away: `metafieldsSet` refuses blank values. */
  delete?: { ownerId: string; namespace: string; key: string }[];
  names?: { id: string; firstName?: string; lastName?: string };
  /** Whether somebody accepts e-mail marketing, and since when. */
  consent?: {
    customerId: string;
    emailMarketingConsent: {
      marketingState: "SUBSCRIBED" | "UNSUBSCRIBED";
      marketingOptInLevel: "SINGLE_OPT_IN";
      consentUpdatedAt: string;
    };
  };
  /** Tags to take away, and tags to add. */
  remove?: string[];
  add?: string[];
}

type Part = keyof CustomerChangeParts;
type ChangeAnswer = Partial<
  Record<Part, { userErrors: UserError[]; customer?: CustomerWithMetafields | null }>
>;

/** The parts in the order in which Shopify carries them out, each with its variables and its field. */
const PARTS: readonly {
  part: Part;
  variables: string;
  field: string;
  answersCustomer: "customer" | "node" | null;
}[] = [
  {
    part: "delete",
    variables: "$delete: [MetafieldIdentifierInput!]!",
    field: "metafieldsDelete(metafields: $delete)",
    answersCustomer: null,
  },
  {
    part: "names",
    variables: "$names: CustomerInput!",
    field: "customerUpdate(input: $names)",
    answersCustomer: "customer",
  },
  {
    part: "consent",
    variables: "$consent: CustomerEmailMarketingConsentUpdateInput!",
    field: "customerEmailMarketingConsentUpdate(input: $consent)",
    answersCustomer: "customer",
  },
  {
    part: "remove",
    variables: "$remove: [String!]!",
    field: "tagsRemove(id: $id, tags: $remove)",
    answersCustomer: "node",
  },
  {
    part: "add",
    variables: "$add: [String!]!",
    field: "tagsAdd(id: $id, tags: $add)",
    answersCustomer: "node",
  },
];

const documents = new Map<string, Operation<ChangeAnswer, Record<string, unknown>>>();

/** The document that changes these parts; each costs 10 points, so a part that changes nothing is left out. */
export function customerChangeDocument(
  wanted: readonly Part[],
): Operation<ChangeAnswer, Record<string, unknown>> {
  const parts = PARTS.filter(({ part }) => wanted.includes(part));
  // Costs are remembered by name, so the name says which parts there are.
  const name = `CustomerChange${parts.map(({ part }) => part.charAt(0).toUpperCase() + part.slice(1)).join("")}`;
  const known = documents.get(name);
  if (known) return known;
  // The last part sees what all of them did. A mutation costs the same whatever it selects.
  const last = parts.at(-1);
  const answers = last?.answersCustomer ?? null;
  const needsId = parts.some(({ field }) => field.includes("$id"));
  const variables = [
    ...(needsId ? ["$id: ID!"] : []),
    ...(answers ? ["$keys: [String!]!"] : []),
    ...parts.map((part) => part.variables),
  ];
  const selection = {
    customer: `customer { ${CUSTOMER_WITH_METAFIELDS} }`,
    node: `customer: node { ... on Customer { ${CUSTOMER_WITH_METAFIELDS} } }`,
  };
  const fields = parts.map(
    ({ part, field }) =>
      `  ${part}: ${field} { ${part === last?.part && answers ? selection[answers] : ""} userErrors { field message } }`,
  );
  const document = operation<ChangeAnswer, Record<string, unknown>>(
    `mutation ${name}(${variables.join(", ")}) {\n${fields.join("\n")}\n}`,
  );
  documents.set(name, document);
  return document;
}

/** The request that changes these parts of a customer; null when there is nothing to change. */
export function customerChange(
  customer: { id: string; keys: readonly string[] },
  changes: CustomerChangeParts,
) {
  const parts = PARTS.map(({ part }) => part).filter((part) => changes[part] !== undefined);
  const last = parts.at(-1);
  if (!last) return null;
  return {
    parts,
    operation: customerChangeDocument(parts),
    variables: variablesFor(parts, customer, changes),
    /** The customer as the store has them then; null where Shopify's answer has no place for them. */
    customerIn: (answer: ChangeAnswer): CustomerWithMetafields | null => answer[last]?.customer ?? null,
  };
}

function variablesFor(
  parts: readonly Part[],
  { id, keys }: { id: string; keys: readonly string[] },
  changes: CustomerChangeParts,
): Record<string, unknown> {
  const named = Object.fromEntries(parts.map((part) => [part, changes[part]]));
  const tagged = parts.includes("add") || parts.includes("remove");
  const answered = parts.some((part) => part !== "delete");
  return { ...named, ...(tagged && { id }), ...(answered && { keys }) };
}
