import { bulkQuery, type DataOf, type Item, operation } from "../operation";

const TRANSACTION =
  "storeCreditAccountTransaction { id createdAt amount { amount currencyCode } balanceAfterTransaction { amount currencyCode } account { id } }";

/**
 * Adds to a customer's store credit. `id` is the customer's: Shopify opens their account in the amount's currency where there is
 * none. Not repeatable: Shopify accepts no idempotency key here.
 */
export const storeCreditCredit = operation(
  `mutation StoreCreditCredit($id: ID!, $input: StoreCreditAccountCreditInput!) {
  storeCreditAccountCredit(id: $id, creditInput: $input) {
    ${TRANSACTION}
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** A transaction that a credit or a debit created. */
export type CreatedTransaction = NonNullable<
  NonNullable<DataOf<typeof storeCreditCredit>["storeCreditAccountCredit"]>["storeCreditAccountTransaction"]
>;

/** Subtracts from a customer's store credit. Not repeatable, as the credit. */
export const storeCreditDebit = operation(
  `mutation StoreCreditDebit($id: ID!, $input: StoreCreditAccountDebitInput!) {
  storeCreditAccountDebit(id: $id, debitInput: $input) {
    ${TRANSACTION}
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** A customer's accounts, one for each currency. */
export const storeCreditAccounts = operation(
  `query StoreCreditAccounts($id: ID!) {
  customer(id: $id) {
    id
    storeCreditAccounts(first: 10) { nodes { id balance { amount currencyCode } } }
  }
}`,
);

/** The accounts of up to 25 customers, by the customers' ids. Null for customers who no longer exist. */
export const storeCreditOfCustomers = operation(
  `query StoreCreditOfCustomers($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Customer { id storeCreditAccounts(first: 10) { nodes { id balance { amount currencyCode } } } }
  }
}`,
);

/** An account's transactions, newest first, and its balance at the time of the query. */
export const storeCreditTransactions = operation(
  `query StoreCreditTransactions($id: ID!, $first: Int, $after: String) {
  storeCreditAccount(id: $id) {
    id
    balance { amount currencyCode }
    transactions(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
      nodes {
        __typename createdAt event
        amount { amount currencyCode }
        balanceAfterTransaction { amount currencyCode }
        origin { ... on OrderTransaction { order { id name } } }
        ... on StoreCreditAccountCreditTransaction { id expiresAt }
        ... on StoreCreditAccountDebitTransaction { id }
        ... on StoreCreditAccountDebitRevertTransaction { id }
        ... on StoreCreditAccountExpirationTransaction { creditTransaction { id } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`,
);

/** A transaction of an account. Expirations have no id. */
export type AccountTransaction = Item<
  NonNullable<DataOf<typeof storeCreditTransactions>["storeCreditAccount"]>["transactions"]
>;

/** The remaining amounts of up to 250 credits, by their transactions' ids. */
export const creditsRemaining = operation(
  `query CreditsRemaining($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on StoreCreditAccountCreditTransaction { remainingAmount { amount currencyCode } }
  }
}`,
);

/** Every customer's accounts with their balances. */
export const allStoreCredit = bulkQuery(
  `query AllStoreCredit {
  customers {
    edges {
      node {
        id
        storeCreditAccounts { edges { node { id balance { amount currencyCode } } } }
      }
    }
  }
}`,
);

type CustomerWithAccounts = Item<DataOf<typeof allStoreCredit>["customers"]>;
type Account = Item<CustomerWithAccounts["storeCreditAccounts"]>;
/** A line of its result: a customer, or an account of the customer with the id `__parentId`. */
export type StoreCreditLine = Pick<Account, "id"> & Partial<Account> & { __parentId?: string };
