import { operation, type UserError } from "../operation";

/** The metafields that the console mirrors: the operator's customers carry them in these plain namespaces. */
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

export interface MetafieldNode {
  namespace: string;
  key: string;
  value: string;
  type: string;
  compareDigest: string;
}

/** A customer as the console reads it, always with the same selection. */
export interface CustomerNode {
  id: string;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  tags: string[];
  createdAt: string;
  updatedAt: string;
  defaultEmailAddress: { emailAddress: string; marketingState: string } | null;
  defaultPhoneNumber: { phoneNumber: string } | null;
  defaultAddress: { countryCodeV2: string | null } | null;
  amountSpent: { amount: string; currencyCode: string };
}

const CUSTOMER_FIELDS = `id displayName firstName lastName tags createdAt updatedAt
    defaultEmailAddress { emailAddress marketingState }
    defaultPhoneNumber { phoneNumber }
    defaultAddress { countryCodeV2 }
    amountSpent { amount currencyCode }`;

/** Everything that the console reads of a customer; the variable `$keys` names the metafields. */
export const CUSTOMER_WITH_METAFIELDS = `${CUSTOMER_FIELDS}
    metafields(first: 20, keys: $keys) { nodes { namespace key value type compareDigest } }`;

export type CustomerWithMetafields = CustomerNode & { metafields: { nodes: MetafieldNode[] } };

/** One customer, strongly consistent. Null when there is none. */
export const customerDetail = operation<
  { customer: CustomerWithMetafields | null },
  { id: string; keys: readonly string[] }
>(
  `query CustomerDetail($id: ID!, $keys: [String!]!) {
  customer(id: $id) {
    ${CUSTOMER_FIELDS}
    metafields(first: 20, keys: $keys) { nodes { namespace key value type compareDigest } }
  }
}`,
);

/** Up to 25 customers by id, strongly consistent; null for those that are gone. */
export const customersByIds = operation<
  { nodes: (CustomerWithMetafields | null)[] },
  { ids: string[]; keys: readonly string[] }
>(
  `query CustomersByIds($ids: [ID!]!, $keys: [String!]!) {
  nodes(ids: $ids) {
    ... on Customer {
      ${CUSTOMER_FIELDS}
      metafields(first: 20, keys: $keys) { nodes { namespace key value type compareDigest } }
    }
  }
}`,
);

/** Tags and time of change only: what a decision has to check first. */
export const customerTags = operation<
  { customer: { tags: string[]; updatedAt: string; displayName: string } | null },
  { id: string }
>(`query CustomerTags($id: ID!) { customer(id: $id) { tags updatedAt displayName } }`);

export interface StatusChangeAnswer {
  added: { userErrors: UserError[] } | null;
  removed: { node: CustomerWithMetafields | null; userErrors: UserError[] } | null;
}

/**
 * Adds the new status, then removes the others; both parts may be repeated. The answer is the whole customer: its time of
 * change stands for all that the store holds, so the mirror must not take the time without the rest. A mutation costs
 * 10 points whatever it selects (https://shopify.dev/docs/api/usage/limits).
 */
export const customerStatusChange = operation<
  StatusChangeAnswer,
  { id: string; add: string[]; remove: string[]; keys: readonly string[] }
>(
  `mutation CustomerStatusChange($id: ID!, $add: [String!]!, $remove: [String!]!, $keys: [String!]!) {
  added: tagsAdd(id: $id, tags: $add) { userErrors { field message } }
  removed: tagsRemove(id: $id, tags: $remove) {
    node {
      ... on Customer {
        ${CUSTOMER_FIELDS}
        metafields(first: 20, keys: $keys) { nodes { namespace key value type compareDigest } }
      }
    }
    userErrors { field message }
  }
}`,
);

/** A line of the rebuild's result: the customer with each mirrored metafield under its alias (`stp_school` …). */
export type CustomerLine = CustomerNode & Record<string, { value: string } | null | unknown>;

/** The name under which a metafield stands in a line. */
export const metafieldAlias = (name: string): string => name.replace(".", "_");

/**
 * The document of the mirror's rebuild, passed to `bulkOperationRunQuery`. Metafields are asked for one by one, under an
 * alias: so each customer is one line of the result, not fifteen.
 */
export const ALL_CUSTOMERS_DOCUMENT = `query AllCustomers {
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
}`;

export interface MetafieldDefinitionInput {
  ownerType: "CUSTOMER";
  namespace: string;
  key: string;
  name: string;
  type: string;
}

/** Which customer metafields the shop has definitions for. */
export const customerMetafieldDefinitions = operation<
  { metafieldDefinitions: { nodes: { namespace: string; key: string }[] } },
  Record<string, never>
>(
  `query CustomerMetafieldDefinitions { metafieldDefinitions(ownerType: CUSTOMER, first: 250) { nodes { namespace key } } }`,
);

/** Creates a metafield definition; error code TAKEN when it exists. */
export const metafieldDefinitionCreate = operation<
  { metafieldDefinitionCreate: { createdDefinition: { id: string } | null; userErrors: UserError[] } },
  { definition: MetafieldDefinitionInput }
>(
  `mutation MetafieldDefinitionCreate($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) {
    createdDefinition { id }
    userErrors { code field message }
  }
}`,
);
