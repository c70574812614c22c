import { bulkQuery, type DataOf, type Item, operation, type UserError, type VariablesOf } from "../operation";

/** The mirrored metafields. Existing customers have them in these namespaces, which don't belong to the app. */
export const MIRRORED_METAFIELDS = [
  "stp.start_date",
  "stp.end_date",
  "stp.school",
  "stp.course",
  "stp.state",
  "profile.crm_id",
  "profile.as400_id",
  "profile.phone",
  "profile.dob",
  "profile.country",
  "profile.link_distributor",
  "profile.distributor_name",
  "profile.privacy_policy_consent",
  "profile.email_policy_consent",
] as const;

const CUSTOMER_FIELDS = `id displayName firstName lastName tags createdAt updatedAt
    defaultEmailAddress { emailAddress marketingState }
    defaultPhoneNumber { phoneNumber }
    defaultAddress { countryCodeV2 }
    amountSpent { amount currencyCode }` as const;

/** The customer as Backroom reads it. The variable `$keys` names the metafields. */
export const CUSTOMER_WITH_METAFIELDS = `${CUSTOMER_FIELDS}
    metafields(first: 20, keys: $keys) { nodes { namespace key value type compareDigest } }` as const;

/** One customer, strongly consistent. */
export const customerDetail = operation(
  `query CustomerDetail($id: ID!, $keys: [String!]!) {
  customer(id: $id) { ${CUSTOMER_WITH_METAFIELDS} }
}`,
);

export type CustomerWithMetafields = NonNullable<DataOf<typeof customerDetail>["customer"]>;
/** A customer without the metafields. */
export type CustomerNode = Omit<CustomerWithMetafields, "metafields">;

/** Up to 25 customers by id, strongly consistent. Null for those that were deleted. */
export const customersByIds = operation(
  `query CustomersByIds($ids: [ID!]!, $keys: [String!]!) {
  nodes(ids: $ids) {
    ... on Customer { ${CUSTOMER_WITH_METAFIELDS} }
  }
}`,
);

/** The customer in a selection on `Node`. Null for a node of another type, which has none of the fields. */
export const customerIn = (
  node: CustomerWithMetafields | Record<never, never> | null | undefined,
): CustomerWithMetafields | null => (node && "id" in node ? node : null);

/** A customer's current tags and `updatedAt`, which are checked before a decision. */
export const customerTags = operation(
  "query CustomerTags($id: ID!) { customer(id: $id) { tags updatedAt displayName } }",
);

/**
 * Adds the new status, then removes the others. Both parts are repeatable. It selects the whole customer because the mirror must
 * not store the new `updatedAt` without the other fields. A mutation costs 10 points whatever it selects
 * (https://shopify.dev/docs/api/usage/limits).
 */
export const customerStatusChange = operation(
  `mutation CustomerStatusChange($id: ID!, $add: [String!]!, $remove: [String!]!, $keys: [String!]!) {
  added: tagsAdd(id: $id, tags: $add) { userErrors { field message } }
  removed: tagsRemove(id: $id, tags: $remove) {
    node {
      ... on Customer { ${CUSTOMER_WITH_METAFIELDS} }
    }
    userErrors { field message }
  }
}`,
);

type Alias<Name> = Name extends `${infer Namespace}.${infer Key}` ? `${Namespace}_${Key}` : never;
/** The alias of a metafield in a line of `allCustomers`. */
export const metafieldAlias = <Name extends string>(name: Name): Alias<Name> =>
  name.replace(".", "_") as Alias<Name>;

/**
 * Every customer, for the rebuild of the mirror. It selects the metafields one by one, under aliases, so that each customer is one
 * line of the result, not fifteen.
 */
export const allCustomers = bulkQuery(
  `query AllCustomers {
  customers {
    edges {
      node {
        ${CUSTOMER_FIELDS}
        ${MIRRORED_METAFIELDS.map((name) => {
          const [namespace, key] = name.split(".");
          return `${metafieldAlias(name)}: metafield(namespace: "${namespace}", key: "${key}") { value }`;
        }).join("\n        ")}
      }
    }
  }
}`,
);

/** A line of the result of `allCustomers`. Each mirrored metafield is under its alias. */
export type CustomerLine = Item<DataOf<typeof allCustomers>["customers"]>;

/** The metafield with the import and the row that created a customer. Only this app can write to the namespace. */
export const IMPORT_METAFIELD = { namespace: "$app:import", key: "created_by" } as const;

const SELECT_IMPORT_METAFIELD =
  `mark: metafield(namespace: "${IMPORT_METAFIELD.namespace}", key: "${IMPORT_METAFIELD.key}") { value }` as const;

/**
 * Creates a customer with tags and metafields in one request. Not repeatable: after a lost answer the email address is taken. Its
 * user errors have no codes, so `isEmailTaken` reads the messages.
 */
export const customerCreate = operation(
  `mutation CustomerCreate($input: CustomerInput!, $keys: [String!]!) {
  customerCreate(input: $input) {
    customer { ${CUSTOMER_WITH_METAFIELDS} }
    userErrors { field message }
  }
}`,
  { repeatable: false },
);

export type NewCustomer = VariablesOf<typeof customerCreate>["input"];

/** True when another customer has the email address. */
export const isEmailTaken = (errors: readonly UserError[]): boolean =>
  errors.some(({ field, message }) => field?.includes("email") && /taken/i.test(message));

/** The customer with this email address, strongly consistent, and the import that created it. */
export const customerByEmail = operation(
  `query CustomerByEmail($email: String!, $keys: [String!]!) {
  customer: customerByIdentifier(identifier: { emailAddress: $email }) {
    ${CUSTOMER_WITH_METAFIELDS}
    ${SELECT_IMPORT_METAFIELD}
  }
}`,
);

/** A customer with the fields that are checked before an import is undone. */
export const customerBeforeUndo = operation(
  `query CustomerBeforeUndo($id: ID!, $keys: [String!]!) {
  customer(id: $id) {
    ${CUSTOMER_WITH_METAFIELDS}
    numberOfOrders canDelete
    ${SELECT_IMPORT_METAFIELD}
  }
}`,
);

/** Deletes a customer without orders. On a retry, the user error "can't be found" means success. */
export const customerDelete = operation(
  `mutation CustomerDelete($id: ID!) {
  customerDelete(input: { id: $id }) { deletedCustomerId userErrors { field message } }
}`,
);

/** When up to 250 customers changed last. One point each. Null for those that were deleted. */
export const customersUpdatedAt = operation(
  "query CustomersUpdatedAt($ids: [ID!]!) { nodes(ids: $ids) { id ... on Customer { updatedAt } } }",
);

/** The number of email addresses in one `customerIdsByEmail`. */
export const EMAILS_PER_CALL = 25;
const positions = Array.from({ length: EMAILS_PER_CALL }, (_unused, position) => position);

/** The ids of the customers with these email addresses. One point for each that exists. */
export const customerIdsByEmail = operation(
  `query CustomerIdsByEmail(${positions.map((position) => `$e${position}: String!`).join(", ")}) {
${positions.map((position) => `  c${position}: customerByIdentifier(identifier: { emailAddress: $e${position} }) { id }`).join("\n")}
}`,
);

type EmailVariables = VariablesOf<typeof customerIdsByEmail>;
/** The variables of `customerIdsByEmail`. Unused positions repeat the first email address. */
export const emailVariables = (emails: readonly string[]): EmailVariables =>
  Object.fromEntries(
    positions.map((position) => [`e${position}`, emails[position] ?? emails[0] ?? ""]),
  ) as EmailVariables;

/** The state of a classic customer account, by email address. */
export const accountStateByEmail = operation(
  `query AccountStateByEmail($email: String!) {
  customer: customerByIdentifier(identifier: { emailAddress: $email }) { state }
}`,
);

/** Sends Shopify's email to enable a classic customer account. Not repeatable: each request sends an email. */
export const accountInviteSend = operation(
  `mutation AccountInviteSend($customerId: ID!, $subject: String!) {
  customerSendAccountInviteEmail(customerId: $customerId, email: { subject: $subject }) {
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);
