import { operation, type UserError } from "../operation";

/** An amount as Shopify writes it: decimal text, such as "12.5". */
export interface Money {
  amount: string;
  currencyCode: string;
}

/** What both mutations answer of the transaction that they made. */
export interface MadeTransaction {
  id: string;
  createdAt: string;
  amount: Money;
  balanceAfterTransaction: Money;
  account: { id: string };
}

const MADE =
  "storeCreditAccountTransaction { id createdAt amount { amount currencyCode } balanceAfterTransaction { amount currencyCode } account { id } }";

/**
 * Adds to a customer's store credit; `id` is the customer's, and their account in the amount's currency is opened by Shopify
 * where there is none. Not repeatable: Shopify takes no idempotency key here.
 */
export const storeCreditCredit = operation<
  {
    storeCreditAccountCredit: {
      storeCreditAccountTransaction: MadeTransaction | null;
      userErrors: UserError[];
    } | null;
  },
  { id: string; input: { creditAmount: Money; expiresAt?: string } }
>(
  `mutation StoreCreditCredit($id: ID!, $input: StoreCreditAccountCreditInput!) {
  storeCreditAccountCredit(id: $id, creditInput: $input) {
    ${MADE}
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** Takes from a customer's store credit; not repeatable, as the credit is not. */
export const storeCreditDebit = operation<
  {
    storeCreditAccountDebit: {
      storeCreditAccountTransaction: MadeTransaction | null;
      userErrors: UserError[];
    } | null;
  },
  { id: string; input: { debitAmount: Money } }
>(
  `mutation StoreCreditDebit($id: ID!, $input: StoreCreditAccountDebitInput!) {
  storeCreditAccountDebit(id: $id, debitInput: $input) {
    ${MADE}
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** A customer's accounts, one for each currency; null for a customer that the store does not have. */
export const storeCreditAccounts = operation<
  { customer: { id: string; storeCreditAccounts: { nodes: { id: string; balance: Money }[] } } | null },
  { id: string }
>(
  `query StoreCreditAccounts($id: ID!) {
  customer(id: $id) {
    id
    storeCreditAccounts(first: 10) { nodes { id balance { amount currencyCode } } }
  }
}`,
);

/** One movement of an account. Expirations have no id of their own. */
export interface AccountTransaction {
  __typename:
    | "StoreCreditAccountCreditTransaction"
    | "StoreCreditAccountDebitTransaction"
    | "StoreCreditAccountDebitRevertTransaction"
    | "StoreCreditAccountExpirationTransaction";
  id?: string;
  createdAt: string;
  /** Shopify's `StoreCreditSystemEvent`. */
  event: string;
  amount: Money;
  balanceAfterTransaction: Money;
  origin: { order?: { id: string; name: string } | null } | null;
  expiresAt?: string | null;
  creditTransaction?: { id: string };
}

/** An account's movements, the newest first, with its balance at the moment of reading. */
export const storeCreditTransactions = operation<
  {
    storeCreditAccount: {
      id: string;
      balance: Money;
      transactions: {
        nodes: AccountTransaction[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };
    } | null;
  },
  { id: string; first: number; after?: string }
>(
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

/** What can still be spent of credits, by their transactions' ids, 250 at most; null for those that are gone. */
export const creditsRemaining = operation<
  { nodes: ({ id: string; remainingAmount?: Money } | null)[] },
  { ids: readonly string[] }
>(
  `query CreditsRemaining($ids: [ID!]!) {
  nodes(ids: $ids) {
    id
    ... on StoreCreditAccountCreditTransaction { remainingAmount { amount currencyCode } }
  }
}`,
);

/** Every customer's accounts with their balances, for a bulk operation. */
export const ALL_STORE_CREDIT_DOCUMENT = `{
  customers {
    edges {
      node {
        id
        storeCreditAccounts { edges { node { id balance { amount currencyCode } } } }
      }
    }
  }
}`;

/** A line of that operation's result: a customer, or an account below one. */
export interface StoreCreditLine {
  id: string;
  __parentId?: string;
  balance?: Money;
}

/** Whose order it is; null when it is gone, or was placed by nobody that the store knows. */
export const orderCustomer = operation<{ order: { customer: { id: string } | null } | null }, { id: string }>(
  "query OrderCustomer($id: ID!) { order(id: $id) { customer { id } } }",
);
