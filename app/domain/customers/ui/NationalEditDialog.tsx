import { NATIONAL_FIELDS } from "../edit-fields";
import { EditDialog, EditSection, useShownValues } from "./EditDialog";
import type { EditedCustomer } from "./useEditor";

/** The edit modal of national partners: two ids and two consents. */
export default function NationalEditDialog(props: {
  customer: EditedCustomer;
  action?: string;
  onClose(): void;
}) {
  const shown = useShownValues(props.customer.values, NATIONAL_FIELDS);
  return (
    <EditDialog {...props} name="national.edit">
      <EditSection fields={NATIONAL_FIELDS} values={props.customer.values} shown={shown} />
    </EditDialog>
  );
}
