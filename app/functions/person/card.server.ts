import type { Backend } from "~/backend.server";
import { CUSTOMER_KINDS } from "~/domain/customers/kinds";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { refusalIn } from "~/platform/contract/answer";
import { log } from "~/platform/log.server";
import { type CardCustomer, type PersonCardPart, personCardParts } from "../person-card";
import { pathOfFlag } from "../registry";

/** What a part of the card shows, or why it cannot be shown. */
export type LoadedPart = { id: string; data: unknown } | { id: string; unavailable: string };

/** The edit dialog that fits a customer, and the page that saves it. */
export interface CardEdit {
  /** The list of the kind of customer that they are edited as. */
  list: string;
  action: string;
}

/** A person's card as its page is given it. */
export interface PersonCard {
  customer: CardCustomer;
  /** Null for who may not edit them. */
  edit: CardEdit | null;
  parts: LoadedPart[];
}

/**
 * Everything that this console knows about a customer and that the reader may see. A part that fails says why in its own
 * place, so that a single system that is down does not take the card with it.
 * @param id the number at the end of the customer's id
 * @throws 404 for a customer whom the console does not work on, 403 without a flag for them
 */
export async function readPersonCard(
  backend: Backend,
  reader: Administrator,
  id: string,
): Promise<PersonCard> {
  const customer = await backend.customers.detail({ id });
  const visible = personCardParts.filter(({ permission }) => mayUse(reader, permission));
  const parts = await Promise.all(visible.map((part) => loadPart(part, backend, customer, id)));
  return { customer, edit: editOf(customer, reader), parts: parts.filter((part) => part !== null) };
}

/** Somebody of several kinds is edited as the first of them that the reader works on. */
function editOf({ tags }: CardCustomer, reader: Administrator): CardEdit | null {
  const kind = CUSTOMER_KINDS.find(({ flag, includes }) => includes(tags) && mayUse(reader, flag));
  return kind ? { list: kind.list, action: pathOfFlag(kind.flag) } : null;
}

async function loadPart(
  part: PersonCardPart,
  backend: Backend,
  customer: CardCustomer,
  customerId: string,
): Promise<LoadedPart | null> {
  try {
    const data = await part.load(backend, customer, customerId);
    return data === null ? null : { id: part.id, data };
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) log.warn({ err: error, part: part.id }, "a part of a person's card failed");
    const unavailable = refusal?.message ?? "This part could not be read. Reload the page to try again.";
    return { id: part.id, unavailable };
  }
}
