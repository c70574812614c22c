import { composedOperation, type DataOf, type Operation, operation, type VariablesOf } from "../operation";
import { CUSTOMER_WITH_METAFIELDS, type CustomerWithMetafields, customerIn } from "./customers";

const CUSTOMER = `customer { ${CUSTOMER_WITH_METAFIELDS} }`;
const CUSTOMER_OF_NODE = `customer: node { ... on Customer { ${CUSTOMER_WITH_METAFIELDS} } }`;

/** The parts in the order in which Shopify executes them. All are repeatable. */
const PARTS = [
  {
    // `metafieldsSet` refuses blank values.
    part: "delete",
    variable: "$delete: [MetafieldIdentifierInput!]!",
    field: "metafieldsDelete(metafields: $delete)",
    customer: "",
  },
  {
    part: "names",
    variable: "$names: CustomerInput!",
    field: "customerUpdate(input: $names)",
    customer: CUSTOMER,
  },
  {
    part: "consent",
    variable: "$consent: CustomerEmailMarketingConsentUpdateInput!",
    field: "customerEmailMarketingConsentUpdate(input: $consent)",
    customer: CUSTOMER,
  },
  {
    part: "remove",
    variable: "$remove: [String!]!",
    field: "tagsRemove(id: $id, tags: $remove)",
    customer: CUSTOMER_OF_NODE,
  },
  {
    part: "add",
    variable: "$add: [String!]!",
    field: "tagsAdd(id: $id, tags: $add)",
    customer: CUSTOMER_OF_NODE,
  },
] as const;

const fieldOf = ({ part, field }: (typeof PARTS)[number], customer: string) =>
  `  ${part}: ${field} { ${customer} userErrors { field message } }`;

/** Every part with its customer: the source of the types. Only combinations from `customerChangeDocument` are sent. */
export const customerChangeWithAllParts = operation(
  `mutation CustomerChange($id: ID!, $keys: [String!]!, ${PARTS.map(({ variable }) => variable).join(", ")}) {
${PARTS.map((part) => fieldOf(part, part.customer)).join("\n")}
}`,
);

type Part = (typeof PARTS)[number]["part"];
type AllVariables = VariablesOf<typeof customerChangeWithAllParts>;
type AllData = DataOf<typeof customerChangeWithAllParts>;
type ChangeVariables = Partial<AllVariables>;
/** Only the last part of a request selects the customer. */
type ChangeData = {
  [Name in Part]?:
    | (Pick<NonNullable<AllData[Name]>, "userErrors"> & Partial<NonNullable<AllData[Name]>>)
    | null;
};
type CustomerChangeOperation = Operation<ChangeData, ChangeVariables>;

/** The changes of a customer in one request. An undefined part is left out. */
export type CustomerChangeParts = { [Name in Part]?: AllVariables[Name] };

const documents = new Map<string, CustomerChangeOperation>();

/** The document for these parts. Each part costs 10 points, so it has no others. */
export function customerChangeDocument(wanted: readonly Part[]): CustomerChangeOperation {
  const parts = PARTS.filter(({ part }) => wanted.includes(part));
  // The rate budget stores costs by name, so each combination has its own.
  const name = `CustomerChange${parts.map(({ part }) => part.charAt(0).toUpperCase() + part.slice(1)).join("")}`;
  const existing = documents.get(name);
  if (existing) return existing;
  // The last part sees the effect of all. A mutation costs the same whatever it selects.
  const last = parts.at(-1);
  const needsId = parts.some(({ field }) => field.includes("$id"));
  const variables = [
    ...(needsId ? ["$id: ID!"] : []),
    ...(last?.customer ? ["$keys: [String!]!"] : []),
    ...parts.map(({ variable }) => variable),
  ];
  const fields = parts.map((part) => fieldOf(part, part === last ? part.customer : ""));
  const document: CustomerChangeOperation = composedOperation(
    `mutation ${name}(${variables.join(", ")}) {\n${fields.join("\n")}\n}`,
  );
  documents.set(name, document);
  return document;
}

/** The request that changes these parts of a customer. Null when there is nothing to change. */
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
    /** The customer after the change. Null where the last part can't select it. */
    customerIn: (data: ChangeData): CustomerWithMetafields | null => {
      const result = data[last];
      return result && "customer" in result ? customerIn(result.customer) : null;
    },
  };
}

function variablesFor(
  parts: readonly Part[],
  { id, keys }: { id: string; keys: readonly string[] },
  changes: CustomerChangeParts,
): ChangeVariables {
  const needsId = parts.includes("add") || parts.includes("remove");
  const needsKeys = parts.some((part) => part !== "delete");
  return {
    ...Object.fromEntries(parts.map((part) => [part, changes[part]])),
    ...(needsId && { id }),
    ...(needsKeys && { keys }),
  };
}
