import { operation, type UserError } from "../operation";
import { CUSTOMER_WITH_METAFIELDS, type CustomerWithMetafields } from "./customers";

/** Where a customer that an import created says which row of which run did: the app's own namespace. */
export const IMPORT_MARK = { namespace: "$app:import", key: "created_by" } as const;

const MARK = `mark: metafield(namespace: "${IMPORT_MARK.namespace}", key: "${IMPORT_MARK.key}") { value }`;

interface Marked {
  mark: { value: string } | null;
}

export interface NewCustomer {
  email: string;
  firstName?: string;
  lastName?: string;
  tags: string[];
  metafields: { namespace: string; key: string; type: string; value: string }[];
  emailMarketingConsent?: {
    marketingState: "SUBSCRIBED";
    marketingOptInLevel: "SINGLE_OPT_IN";
    consentUpdatedAt: string;
  };
}

/**
 * A new customer with everything, in one request. Not repeatable: after a lost answer the address is taken. These user errors
 * have no codes, so `isTaken` reads their words.
 */
export const customerCreate = operation<
  { customerCreate: { customer: CustomerWithMetafields | null; userErrors: UserError[] } },
  { input: NewCustomer; keys: readonly string[] }
>(
  `mutation CustomerCreate($input: CustomerInput!, $keys: [String!]!) {
  customerCreate(input: $input) {
    customer { ${CUSTOMER_WITH_METAFIELDS} }
    userErrors { field message }
  }
}`,
  { repeatable: false },
);

/** True when somebody has this e-mail address already. */
export const isTaken = (errors: readonly UserError[]): boolean =>
  errors.some(({ field, message }) => field?.includes("email") && /taken/i.test(message));

/** The customer with this e-mail address, strongly consistent, and the import that created them. */
export const customerByEmail = operation<
  { customer: (CustomerWithMetafields & Marked) | null },
  { email: string; keys: readonly string[] }
>(
  `query CustomerByEmail($email: String!, $keys: [String!]!) {
  customer: customerByIdentifier(identifier: { emailAddress: $email }) {
    ${CUSTOMER_WITH_METAFIELDS}
    ${MARK}
  }
}`,
);

/** A customer with what has to be known before an import of them is taken back. */
export const customerBeforeUndo = operation<
  { customer: (CustomerWithMetafields & Marked & { numberOfOrders: string; canDelete: boolean }) | null },
  { id: string; keys: readonly string[] }
>(
  `query CustomerBeforeUndo($id: ID!, $keys: [String!]!) {
  customer(id: $id) {
    ${CUSTOMER_WITH_METAFIELDS}
    numberOfOrders canDelete
    ${MARK}
  }
}`,
);

/** Deletes a customer without orders. Repeated, it answers that there is none, which is what was wanted. */
export const customerDelete = operation<
  { customerDelete: { deletedCustomerId: string | null; userErrors: UserError[] } },
  { id: string }
>(
  `mutation CustomerDelete($id: ID!) {
  customerDelete(input: { id: $id }) { deletedCustomerId userErrors { field message } }
}`,
);

/** When customers changed last: a point each, up to 250 at once; null for those that are gone. */
export const customersUpdatedAt = operation<
  { nodes: ({ id: string; updatedAt: string } | null)[] },
  { ids: string[] }
>(`query CustomersUpdatedAt($ids: [ID!]!) { nodes(ids: $ids) { id ... on Customer { updatedAt } } }`);

/** How many addresses `customerIdsByEmail` looks up at once. */
export const EMAILS_PER_CALL = 25;
const places = Array.from({ length: EMAILS_PER_CALL }, (_unused, place) => place);

/** The ids of the customers with these addresses: a point each that is found. The answers are `c0`, `c1` …, in their order. */
export const customerIdsByEmail = operation<Record<string, { id: string } | null>, Record<string, string>>(
  `query CustomerIdsByEmail(${places.map((place) => `$e${place}: String!`).join(", ")}) {
${places.map((place) => `  c${place}: customerByIdentifier(identifier: { emailAddress: $e${place} }) { id }`).join("\n")}
}`,
);
