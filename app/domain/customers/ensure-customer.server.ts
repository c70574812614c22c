import { customerChange } from "~/connectors/shopify/operations/customer-changes";
import {
  type CustomerWithMetafields,
  customerByEmail,
  customerCreate,
  isEmailTaken,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import { type AdminApi, type CallOptions, refuseUserErrors } from "~/connectors/shopify/port";
import { Refusal, upstreamFailed } from "~/platform/errors";

/** The customer that must exist, and the tags that they get. */
export interface WantedCustomer {
  email: string;
  firstName: string;
  lastName: string;
  /** A function where they depend on the tags that the customer has: none for a new one. */
  tags: readonly string[] | ((present: readonly string[]) => readonly string[]);
}

interface Tools {
  adminApi: AdminApi;
  call: CallOptions;
}

/** Each attempt first reads what the one before has done. */
const MAX_ATTEMPTS = 3;
const keys = MIRRORED_METAFIELDS;

/**
 * Creates a customer, or completes the existing one: names only where Shopify has none, tags added to those that they have. An
 * email address belongs to one customer, so repeating it after a crash or a lost answer creates no second one.
 * @returns the customer as Shopify has them then
 * @throws a 502 refusal: with the code SHOPIFY_REFUSED when Shopify gave reasons, with another one when it didn't answer
 */
export async function ensureCustomer(tools: Tools, person: WantedCustomer): Promise<CustomerWithMetafields> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { adminApi, call } = tools;
    const { customer } = await adminApi.run(customerByEmail, { email: person.email, keys }, call);
    const ensured = customer ? await complete(tools, customer, person) : await create(tools, person);
    if (ensured) return ensured;
  }
  throw upstreamFailed("Shopify didn't answer as it should.");
}

/** @returns null when the address is taken or the outcome of the request is unknown: look again */
async function create({ adminApi, call }: Tools, person: WantedCustomer) {
  const { email, firstName, lastName } = person;
  const tags = wantedTags(person, []);
  const names = { ...(firstName && { firstName }), ...(lastName && { lastName }) };
  const input = { email, ...names, tags: [...tags], metafields: [] };
  const data = await adminApi.run(customerCreate, { input, keys }, call).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 502) return null;
    throw error;
  });
  const answer = data?.customerCreate;
  if (!answer || isEmailTaken(answer.userErrors)) return null;
  refuseUserErrors("create the customer", answer);
  return answer.customer;
}

async function complete(
  { adminApi, call }: Tools,
  customer: CustomerWithMetafields,
  person: WantedCustomer,
): Promise<CustomerWithMetafields> {
  const { firstName, lastName } = person;
  const tags = wantedTags(person, customer.tags);
  const names = {
    ...(!customer.firstName && firstName && { firstName }),
    ...(!customer.lastName && lastName && { lastName }),
  };
  const add = missingTags(customer, tags);
  const change = customerChange(
    { id: customer.id, keys },
    {
      names: Object.keys(names).length > 0 ? { id: customer.id, ...names } : undefined,
      add: add.length > 0 ? add : undefined,
    },
  );
  if (!change) return customer;
  const answer = await adminApi.run(change.operation, change.variables, call);
  refuseUserErrors("complete the customer", ...change.parts.map((part) => answer[part]));
  const completed = change.customerIn(answer);
  // Only Shopify's answer counts.
  if (!completed || missingTags(completed, tags).length > 0)
    throw upstreamFailed("Shopify didn't answer with the tags that it was to add.");
  return completed;
}

const wantedTags = ({ tags }: WantedCustomer, present: readonly string[]): readonly string[] =>
  typeof tags === "function" ? tags(present) : tags;

function missingTags({ tags }: Pick<CustomerWithMetafields, "tags">, wanted: readonly string[]): string[] {
  const has = new Set(tags.map((tag) => tag.toLowerCase()));
  return wanted.filter((tag) => !has.has(tag.toLowerCase()));
}
