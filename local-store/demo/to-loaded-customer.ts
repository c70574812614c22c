import type { LoadedCustomer } from "../data/bulk-insert.ts";
import { addressRow } from "../data/customer-input.ts";
import type { ConsentRow } from "../data/rows.ts";
import type { Person } from "./generate-person.ts";

/** Converts a generated person for the bulk load. `number` determines the id of the address. */
export function toLoadedCustomer(person: Person, number: number): LoadedCustomer {
  const at = person.createdAt.toISOString();
  return {
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone ?? null,
    note: person.note ?? null,
    tags: person.tags,
    amount_spent_cents: person.amountSpentCents,
    orders_count: person.ordersCount,
    addresses: [
      addressRow(
        { firstName: person.firstName, lastName: person.lastName, ...person.address },
        8_000_000_000_000 + number,
      ),
    ],
    email_marketing: consent(person.acceptsEmailMarketing, at),
    sms_marketing: person.phone === undefined ? null : consent(person.acceptsSmsMarketing, at),
    created_at: person.createdAt,
    metafields: person.metafields,
    credits: person.credits,
  };
}

function consent(accepts: boolean, at: string): ConsentRow {
  return {
    state: accepts ? "SUBSCRIBED" : "NOT_SUBSCRIBED",
    optInLevel: "SINGLE_OPT_IN",
    updatedAt: accepts ? at : null,
  };
}
