import type { customersCalls } from "./calls.server";
import { type CardCustomer, defineCardPart } from "./card-part";
import { CARD_FLAGS, CUSTOMER_FLAGS, kindsOf } from "./kinds";
import { DuplicatesPart, type PossibleDuplicates } from "./ui/DuplicatesPart";
import { RecordPart } from "./ui/RecordPart";

export const recordPart = defineCardPart<Record<never, never>, CardCustomer>({
  id: "record",
  title: "Record",
  permission: CUSTOMER_FLAGS,
  place: "main",
  order: 10,
  load: async (_calls, customer) => (kindsOf(customer.tags).length > 0 ? customer : null),
  component: RecordPart,
});

export const duplicatesPart = defineCardPart<{ customers: typeof customersCalls }, PossibleDuplicates>({
  id: "duplicates",
  title: "Possible duplicates",
  permission: CARD_FLAGS,
  place: "side",
  order: 10,
  async load(calls, _customer, id) {
    const duplicates = await calls.customers.duplicates({ id });
    return duplicates.list.length > 0 ? duplicates : null;
  },
  component: DuplicatesPart,
});
