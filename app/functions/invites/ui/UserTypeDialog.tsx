import { Text, TextField } from "@shopify/polaris";
import { USER_TYPE_NOT_VALID } from "~/domain/invitations/messages";
import { TagsField } from "~/domain/invitations/ui/fields";
import type { UserType } from "~/domain/invitations/user-types/list.server";
import {
  MAX_USER_TYPE_NAME_LENGTH,
  MAX_USER_TYPE_TAGS_LENGTH,
  userTypeTag,
} from "~/domain/invitations/user-types/user-type";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import { inviteCall } from "../function";

/** The mode of the modal. */
export type UserTypeMode = { mode: "Add" } | { mode: "Edit" | "Delete"; type: UserType };

const SUBMIT = { Add: "Add", Edit: "Save", Delete: "Delete" } as const;

function callOf(open: UserTypeMode) {
  if (open.mode === "Add") return inviteCall("invites.userTypes.create", {});
  const { userTypeID: id, version } = open.type;
  return open.mode === "Edit"
    ? inviteCall("invites.userTypes.change", { id, version })
    : inviteCall("invites.userTypes.remove", { id });
}

/** The modal of the user types: one form, open to add, edit or delete. Render it while it is open. */
export default function UserTypeDialog({ open, onClose }: { open: UserTypeMode; onClose(): void }) {
  const { mode } = open;
  const type = open.mode === "Add" ? undefined : open.type;
  const isDeleting = mode === "Delete";
  return (
    <FormDialog
      title="Add/Edit/Delete User Type"
      submitLabel={SUBMIT[mode]}
      destructive={isDeleting}
      call={callOf(open)}
      onClose={onClose}
    >
      {type && <TextField label="ID" value={String(type.userTypeID)} disabled autoComplete="off" />}
      <TextInput
        name="name"
        label="User Type"
        defaultValue={type?.name}
        maxLength={MAX_USER_TYPE_NAME_LENGTH}
        disabled={isDeleting}
        requiredIndicator
        helpText={`People who accept get the tag ${userTypeTag("…")} with this name.`}
        validate={(value) => (value.trim() ? undefined : USER_TYPE_NOT_VALID)}
      />
      <TagsField
        defaultValue={type?.tags}
        maxLength={MAX_USER_TYPE_TAGS_LENGTH}
        disabled={isDeleting}
        helpText="Further tags for people who accept, separated by commas."
      />
      {isDeleting && (
        <Text as="p">
          People who registered with it keep it. It can't be deleted while open invitations use it.
        </Text>
      )}
    </FormDialog>
  );
}
