import { pathOfFlag } from "~/core/declared-name";
import type { CallsOf } from "~/core/function-entry";
import type { CardCustomer, CardPart, CardVisit } from "~/domain/customers/card-part";
import { NATIONAL_PARTNER, REGISTERED } from "~/domain/customers/kinds";
import { mayUse } from "~/platform/auth/permission";
import { refusalIn } from "~/platform/contract/answer";
import { log } from "~/platform/log.server";
import type { personPages } from "./pages";
import { cardParts } from "./parts";

/** A part of the card, or why it isn't available. */
export type LoadedPart = { id: string; data: unknown } | { id: string; unavailable: string };

/** A customer's edit dialog, and the page that saves it. */
export interface CardEdit {
  /** The list of the customer's kind. */
  list: string;
  action: string;
}

/** A customer card as its loader returns it. */
export interface PersonCard {
  customer: CardCustomer;
  /** Null without the permission to edit, and for a customer of invited kinds only. */
  edit: CardEdit | null;
  parts: LoadedPart[];
}

/**
 * Everything about a customer that the administrator may see. A failed part shows its reason, so that a single failing system
 * doesn't fail the card.
 * @param id the number at the end of the customer's id
 * @throws 404 for a customer without a kind, 403 without a flag for them
 */
export async function readPersonCard(
  calls: CallsOf<typeof personPages>,
  visit: CardVisit,
  id: string,
): Promise<PersonCard> {
  const customer = await calls.customers.detail({ id });
  const visible = cardParts.filter(({ permission }) => mayUse(visit.administrator, permission));
  const parts = await Promise.all(visible.map((part) => loadPart(part, calls, customer, id, visit)));
  return {
    customer,
    edit: editOf(customer, visit),
    parts: parts.filter((part) => part !== null),
  };
}

/** The kinds whose page has an edit dialog for customers. The page of an invited kind edits invitations. */
const EDITABLE_KINDS = [...REGISTERED, NATIONAL_PARTNER];

/** A customer with several kinds is edited as the first one that the administrator may work on. */
function editOf({ tags }: CardCustomer, { administrator, functions }: CardVisit): CardEdit | null {
  const kind = EDITABLE_KINDS.find(({ flag, includes }) => includes(tags) && mayUse(administrator, flag));
  return kind ? { list: kind.list, action: pathOfFlag(functions, kind.flag) } : null;
}

async function loadPart(
  part: CardPart,
  calls: object,
  customer: CardCustomer,
  customerId: string,
  visit: CardVisit,
): Promise<LoadedPart | null> {
  try {
    const data = await part.load(calls, customer, customerId, visit);
    return data === null ? null : { id: part.id, data };
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) log.warn({ err: error, part: part.id }, "a part of a person's card failed");
    const unavailable = refusal?.message ?? "This part couldn't be loaded. Reload the page to try again.";
    return { id: part.id, unavailable };
  }
}
