import type { ContractRouterClient } from "@orpc/contract";
import type { ComponentType } from "react";
import type { Contracts, FunctionEntry } from "~/core/function-entry";
import type { Administrator, Permission } from "~/platform/auth/permission";
import type { customersCalls } from "./calls.server";

/** The customer that a card is about, as the store has them now. */
export type CardCustomer = Awaited<
  ReturnType<ContractRouterClient<{ customers: typeof customersCalls }>["customers"]["detail"]>
>;

/** What a part of the card is shown with. */
export interface PartProps<Data> {
  data: Data;
  customer: CardCustomer;
  /** The number at the end of the customer's id. */
  customerId: string;
}

/** Who opens the card, and from where. */
export interface CardVisit {
  administrator: Administrator;
  functions: readonly FunctionEntry[];
  /** The address's query, with the list that the administrator came from. */
  search: URLSearchParams;
}

interface PartDeclaration<Calls, Data> {
  id: string;
  title: string;
  /** Without it neither the part is shown nor its data are read. */
  permission: Permission;
  /** `side` is next to the wide column on a wide screen. */
  place: "main" | "side";
  /** Smaller numbers come first in their column. */
  order: number;
  /** The lists whose changes it follows, besides those of the customer's kinds. */
  follows?: readonly string[];
  /** Reads what the part shows. A failure is shown in the part's own place. Null: there is nothing to show about this customer. */
  load(calls: Calls, customer: CardCustomer, customerId: string, visit: CardVisit): Promise<Data | null>;
  /** The part's own card in its column. */
  component?: ComponentType<PartProps<Data>>;
  /** What the part adds to the card's header: the actions on the customer. */
  header?: ComponentType<PartProps<Data>>;
  /** What it adds to the header's end. */
  headerEnd?: ComponentType<PartProps<Data>>;
}

/** One part of the customer card: what one function or noun knows about a customer. */
export type CardPart = PartDeclaration<object, unknown>;

/**
 * Declares a part of the customer card. Each export of a folder's `card.ts` is one. The first type parameter names
 * the contracts of the calls that it makes, which the folder's own module answers:
 * `export const cardPart = defineCardPart<{ notes: typeof notesContract }, Note[]>({ … })`
 */
export const defineCardPart = <C extends Contracts, Data>(
  part: PartDeclaration<ContractRouterClient<C>, Data>,
): CardPart => part as unknown as CardPart;
