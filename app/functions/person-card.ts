import type { ComponentType } from "react";
import type { Backend } from "~/backend.server";
import { CUSTOMER_FLAGS, REGISTERED } from "~/domain/customers/kinds";
import type { Permission } from "~/platform/auth/permission";
import { timelineOf } from "./activity/timeline";
import { HistoryPart } from "./person/ui/HistoryPart";
import { MailsPart } from "./person/ui/MailsPart";
import { NotesPart } from "./person/ui/NotesPart";
import { RecordPart } from "./person/ui/RecordPart";
import { StoreCreditPart } from "./person/ui/StoreCreditPart";
import { SyncPart } from "./person/ui/SyncPart";

/** The customer that a card is about, as the store has them now. */
export type CardCustomer = Awaited<ReturnType<Backend["customers"]["detail"]>>;

/** What a part of the card is shown with. */
export interface PartProps<Data> {
  data: Data;
  customer: CardCustomer;
  /** The number at the end of the customer's id. */
  customerId: string;
}

/** One part of a person's card: what a function, or the console itself, knows about a customer. */
export interface PersonCardPart<Data = unknown> {
  id: string;
  title: string;
  /** Without it neither the part is shown nor its data are read. */
  permission: Permission;
  /** Beside the wide column on a wide screen. */
  place: "main" | "side";
  /** Reads what the part shows; a failure is told in the part's own place. Null: there is nothing to show of this customer. */
  load(backend: Backend, customer: CardCustomer, customerId: string): Promise<Data | null>;
  component: ComponentType<PartProps<Data>>;
}

/** Ties the data that a part reads to the component that shows them; the registry itself holds parts of every kind. */
const part = <Data>(declared: PersonCardPart<Data>) => declared as PersonCardPart;

const registrationFlags = REGISTERED.map(({ flag }) => flag);

/** Every part of a person's card, in the order of its column: a function adds its own line here. */
export const personCardParts: readonly PersonCardPart[] = [
  part({
    id: "notes",
    title: "Notes",
    permission: CUSTOMER_FLAGS,
    place: "main",
    load: async (backend, _customer, id) => (await backend.notes.list({ id })).notes,
    component: NotesPart,
  }),
  part({
    id: "history",
    title: "History",
    permission: CUSTOMER_FLAGS,
    place: "main",
    load: async (backend, _customer, id) => {
      const { rows } = await backend.activity.ofSubject({ subjectType: "customer", subjectId: id });
      return timelineOf(rows);
    },
    component: HistoryPart,
  }),
  part({
    id: "mails",
    title: "E-mails",
    permission: CUSTOMER_FLAGS,
    place: "main",
    load: async (backend, _customer, id) => (await backend.mail.list({ search: id })).rows,
    component: MailsPart,
  }),
  part({
    id: "record",
    title: "Record",
    permission: CUSTOMER_FLAGS,
    place: "side",
    load: async (_backend, customer) => customer,
    component: RecordPart,
  }),
  part({
    id: "credit",
    title: "Store credit",
    permission: "showCredits",
    place: "side",
    load: async (backend, _customer, id) => (await backend.credits.statement({ id, most: 5 })).statement,
    component: StoreCreditPart,
  }),
  part({
    id: "sync",
    title: "Agora",
    permission: registrationFlags,
    place: "side",
    load: async (backend, { id }) => (await backend.agora.states({ ids: [id] })).states[0] ?? null,
    component: SyncPart,
  }),
];
