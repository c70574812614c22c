import type { CardCustomer } from "~/domain/customers/card-part";
import NationalEditDialog from "~/domain/customers/ui/NationalEditDialog";
import { REGISTRATIONS, type Registration } from "~/domain/registrations/status";
import RegistrationEditDialog from "~/domain/registrations/ui/RegistrationEditDialog";
import type { CardEdit } from "../card.server";

/** The edit dialog of the customer's own screen, on their card. */
export default function CardEditDialog(props: { customer: CardCustomer; edit: CardEdit; onClose(): void }) {
  const { customer, edit, onClose } = props;
  const dialog = { customer, action: edit.action, onClose };
  const registration = (Object.keys(REGISTRATIONS) as Registration[]).find(
    (candidate) => REGISTRATIONS[candidate].list === edit.list,
  );
  return registration ? (
    <RegistrationEditDialog {...dialog} registration={registration} />
  ) : (
    <NationalEditDialog {...dialog} />
  );
}
