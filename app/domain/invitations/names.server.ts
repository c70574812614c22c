import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { oneLine } from "~/platform/mail-address";
import { findAtAddresses, type InvitationAtAddress } from "./addresses.server";
import type { InvitationScope } from "./audiences";
import { type Invitee, MAX_NAME_LENGTH } from "./person";

/** A person to invite whose names may be missing. */
interface Named {
  email: string;
  firstName?: string;
  lastName?: string;
}

/**
 * Completes missing names from an earlier invitation or the customer with this address. Otherwise they are the part before the @
 * and "Guest", until the person enters their own. If only one of the two names is known, the other stays empty and the row is
 * refused.
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
    const earlier = invited.get(email);
    const found = earlier && !hasPlaceholders(earlier) ? earlier : customers.get(email);
    const [firstName, lastName] = [written(person.firstName), written(person.lastName)];
    const isNamed = Boolean(firstName || lastName);
    return {
      email,
      firstName: firstName || found?.firstName || (isNamed ? "" : localPart(email)),
      lastName: lastName || found?.lastName || (isNamed ? "" : UNKNOWN_LAST_NAME),
      additionalTags: [],
    };
  });
}

/** The names of the customers with these addresses, keyed by the address as given. Case doesn't matter. */
async function customersAt(tx: ShopTransaction, addresses: readonly string[]) {
  const { rows } = await tx.$client.query<{
    requested: string;
    firstName: string | null;
    lastName: string | null;
  }>(
    `SELECT DISTINCT ON (requested) requested, first_name AS "firstName", last_name AS "lastName"
       FROM unnest($1::text[]) AS wanted(requested)
       JOIN customers_of_shop ON lower(email) = lower(wanted.requested) ORDER BY requested, id`,
    [addresses],
  );
  return new Map(rows.map((row) => [row.requested, row]));
}

const UNKNOWN_LAST_NAME = "Guest";

const localPart = (email: string): string => email.split("@")[0] ?? email;

const hasPlaceholders = ({ email, firstName, lastName }: InvitationAtAddress): boolean =>
  firstName === localPart(email) && lastName === UNKNOWN_LAST_NAME;

const written = (name = ""): string => oneLine(name).slice(0, MAX_NAME_LENGTH);
