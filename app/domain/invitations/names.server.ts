import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { oneLine } from "~/platform/mail-address";
import { findAtAddresses } from "./addresses.server";
import type { InvitationScope } from "./audiences";
import type { Invitee } from "./person";

/** Somebody to be invited whose names may be missing. */
interface Named {
  email: string;
  firstName?: string;
  lastName?: string;
}

/**
 * People with their names. Those that are missing are those of an earlier invitation, of the customer with this address, or what
 * stands before the @ and "Guest", until the person writes their own.
 */
export async function withNames(
  tx: ShopTransaction,
  shop: string,
  scope: InvitationScope,
  people: readonly Named[],
): Promise<Invitee[]> {
  const addresses = people.map(({ email }) => email.trim());
  const invited = await findAtAddresses(tx, shop, scope, addresses);
  const customers = await customersAt(tx, addresses);
  return people.map((person) => {
    const email = person.email.trim();
    const found = invited.get(email) ?? customers.get(email);
    const [firstName, lastName] = [written(person.firstName), written(person.lastName)];
    const isNamed = Boolean(firstName || lastName);
    return {
      email,
      firstName: isNamed ? firstName : found?.firstName || (email.split("@")[0] ?? email),
      lastName: isNamed ? lastName : found?.lastName || UNKNOWN_LAST_NAME,
      additionalTags: [],
    };
  });
}

/** The names of the customers with these addresses, in any capitals, by the address as it was asked for. */
async function customersAt(tx: ShopTransaction, addresses: readonly string[]) {
  const { rows } = await tx.$client.query<{
    asked: string;
    firstName: string | null;
    lastName: string | null;
  }>(
    `SELECT DISTINCT ON (asked) asked, first_name AS "firstName", last_name AS "lastName"
       FROM unnest($1::text[]) AS wanted(asked)
       JOIN customers_of_shop ON lower(email) = lower(wanted.asked) ORDER BY asked, id`,
    [addresses],
  );
  return new Map(rows.map((row) => [row.asked, row]));
}

const UNKNOWN_LAST_NAME = "Guest";

/** Shopify's own limit of a name. */
const LONGEST_NAME = 255;

const written = (name = ""): string => oneLine(name).slice(0, LONGEST_NAME);
