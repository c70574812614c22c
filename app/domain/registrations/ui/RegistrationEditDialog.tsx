import { FormLayout, TextField } from "@shopify/polaris";
import { EDIT_FIELDS, PROFILE_FIELDS, STP_FIELDS } from "~/domain/customers/edit-fields";
import { discountLimitProblem } from "~/domain/customers/tag-value";
import { changed, EditDialog, EditSection, useShownValues } from "~/domain/customers/ui/EditDialog";
import type { EditedCustomer } from "~/domain/customers/ui/useEditor";
import { formatMoney } from "~/platform/money/format-money";
import { TextInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import type { Registration } from "../status";

interface RegistrationEditDialogProps {
  customer: EditedCustomer;
  registration: Registration;
  action?: string;
  onClose(): void;
}

/** The edit dialog of a registration, with the sections STP and Profile. */
export default function RegistrationEditDialog({
  customer,
  registration,
  action,
  onClose,
}: RegistrationEditDialogProps) {
  const { shop } = useFrame();
  const isStudent = registration === "student";
  const limit = customer.values.limit ?? "";
  const sections = { values: customer.values, shown: useShownValues(customer.values, EDIT_FIELDS) };
  return (
    <EditDialog customer={customer} name="customers.edit" action={action} onClose={onClose}>
      <EditSection title="STP" fields={STP_FIELDS} {...sections}>
        {isStudent && (
          <FormLayout>
            <FormLayout.Group>
              <TextInput
                name="limit"
                label="Discount Limit for students"
                inputMode="numeric"
                defaultValue={limit}
                // A stored limit that isn't valid may stay: it isn't sent.
                sent={(text) => changed(text, limit)}
                validate={(text) => (text === limit ? undefined : discountLimitProblem(text))}
              />
              <TextField
                label="Amount Spent"
                autoComplete="off"
                readOnly
                value={formatMoney(customer.amountSpentCents, shop.currency)}
              />
            </FormLayout.Group>
          </FormLayout>
        )}
      </EditSection>
      <EditSection title="Profile" fields={PROFILE_FIELDS} {...sections} />
    </EditDialog>
  );
}
