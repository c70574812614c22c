import { createCustomer } from "../../local-store/data/customers.ts";
import type { LocalStore } from "../../local-store/main.ts";
import { DEMO } from "./test-shop.ts";

/** Registers a student in the local store, as its storefront would. @returns the customer's number */
export async function registerStudent(
  localStore: LocalStore,
  person: { name: string; email?: string; tags?: string[]; school?: string },
  shop = DEMO,
): Promise<number> {
  const [firstName = "", ...rest] = person.name.split(" ");
  const { customer, userErrors } = await createCustomer(localStore.store, shop, {
    firstName,
    lastName: rest.join(" "),
    email: person.email ?? `${person.name.toLowerCase().replaceAll(/\W+/g, ".")}@students.example`,
    tags: person.tags ?? ["UserType:Student", "Pending"],
    metafields: person.school
      ? [{ namespace: "stp", key: "school", type: "single_line_text_field", value: person.school }]
      : [],
  });
  if (!customer) throw new Error(userErrors.map((error) => error.message).join(" "));
  return customer.id;
}

/** A customer with an account in the store. @returns their number */
export async function customerWithAccount(
  localStore: LocalStore,
  email: string,
  shop = DEMO,
): Promise<number> {
  const names = { firstName: "Ana", lastName: "Account" };
  const { customer } = await createCustomer(localStore.store, shop, { ...names, email });
  if (!customer) throw new Error(`${email} has an account already.`);
  await refreshMirror([customer.id], shop);
  return customer.id;
}

/** Reads every customer of the shop into the mirror by id, as the worker does after webhooks. */
export async function refreshMirror(ids: readonly number[], shop = DEMO): Promise<void> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { customersMirror } = await import("~/domain/customers/mirror.server");
  await withShop(shop, (tx) => customersMirror.markStale(tx, shop, ids));
  await customersMirror.refreshTask.run(shop, new AbortController().signal);
}

/** The customer with an address as the mirror has them. The card of a customer is read from the store instead. */
export async function mirroredCustomer(email: string, shop = DEMO) {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ id: string; display_name: string; tags: string[] }>(
    "SELECT id, display_name, tags FROM customers WHERE shop = $1 AND lower(email) = lower($2)",
    [shop, email],
  );
  return rows[0];
}
