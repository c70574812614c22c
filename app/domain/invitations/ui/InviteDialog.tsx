import { FormDialog } from "~/ui/form/FormDialog";
import { CheckboxInput } from "~/ui/form/fields";
import { screenCall } from "../screen-functions";
import type { InvitedAudience } from "../screens";
import { EmailField, NameFields, TagsField } from "./fields";

interface InviteDialogProps {
  audience: InvitedAudience;
  /** The tags that every invited person gets here. */
  tags: readonly string[];
  /** Offers the checkbox "MTD Users". */
  mtd: boolean;
  onClose(): void;
}

/** The modal User Details. Render it while it is open. */
export default function InviteDialog({ audience, tags, mtd, onClose }: InviteDialogProps) {
  return (
    <FormDialog
      title="User Details"
      submitLabel="Invite User"
      call={({ mtd_check_box, ...person }) =>
        screenCall(audience, "save", {
          excelData: [{ id: "", ...person }],
          mtdCheckbox: mtd_check_box === true,
        })
      }
      onClose={onClose}
    >
      <NameFields />
      <EmailField />
      <TagsField
        name="additional_tags"
        helpText={`Separated by commas${tags.length > 0 ? `; ${tags.join(", ")} is added automatically` : ""}.`}
      />
      {mtd && <CheckboxInput name="mtd_check_box" label="MTD Users" />}
    </FormDialog>
  );
}
