import { type CardCustomer, defineCardPart } from "./card-part";
import { CUSTOMER_FLAGS } from "./kinds";
import { RecordPart } from "./ui/RecordPart";

export const cardPart = defineCardPart<Record<never, never>, CardCustomer>({
  id: "record",
  title: "Record",
  permission: CUSTOMER_FLAGS,
  place: "side",
  order: 10,
  load: async (_calls, customer) => customer,
  component: RecordPart,
});
