import { useFetcher } from "@remix-run/react";
import { FormLayout, Modal, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { TAGS_NOT_VALID, USER_TYPE_NOT_VALID } from "~/domain/invitations/messages";
import { additionalTags } from "~/domain/invitations/person";
import {
  USER_TYPE_NAME_LENGTH,
  USER_TYPE_TAGS_LENGTH,
  type UserType,
  userTypeTag,
} from "~/domain/invitations/user-types/user-type";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";

/** What the modal is open for (section 4 of the third specification text). */
export type UserTypeMode = { mode: "Add" } | { mode: "Edit" | "Delete"; type: UserType };

const INTENTS = { Add: "addType", Edit: "editType", Delete: "deleteType" } as const;
const SUBMIT = { Add: "Add", Edit: "Save", Delete: "Delete" } as const;

/** The modal of the user types: one form, open to add, edit or delete. Render it while it is open. */
export default function UserTypeDialog({ open, onClose }: { open: UserTypeMode; onClose(): void }) {
  const fetcher = useFetcher<ActionAnswer>();
  const form = useRef<HTMLFormElement>(null);
  useHoldRefresh(true);
  const done = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (done) onClose();
  }, [done, onClose]);
  const { mode } = open;
  const type = open.mode === "Add" ? undefined : open.type;
  const isDeleting = mode === "Delete";

  return (
    <Modal
      open
      title="Add/Edit/Delete User Type"
      onClose={onClose}
      primaryAction={{
        content: SUBMIT[mode],
        destructive: isDeleting,
        loading: fetcher.state !== "idle",
        onAction: () => form.current?.requestSubmit(),
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm
          ref={form}
          fetcher={fetcher}
          hidden={{
            intent: INTENTS[mode],
            ...(type && { id: String(type.userTypeID), version: String(type.version) }),
          }}
        >
          <FormLayout>
            {type && <TextField label="ID" value={String(type.userTypeID)} disabled autoComplete="off" />}
            <TextInput
              name="name"
              label="User Type"
              defaultValue={type?.name}
              maxLength={USER_TYPE_NAME_LENGTH}
              disabled={isDeleting}
              requiredIndicator
              helpText={`Whoever accepts gets the tag ${userTypeTag("…")} with this name.`}
              validate={(value) => (value.trim() ? undefined : USER_TYPE_NOT_VALID)}
            />
            <TextInput
              name="tags"
              label="Tags"
              defaultValue={type?.tags}
              maxLength={USER_TYPE_TAGS_LENGTH}
              disabled={isDeleting}
              helpText="Further tags for whoever accepts, separated by commas."
              validate={(value) => (additionalTags.safeParse(value).success ? undefined : TAGS_NOT_VALID)}
            />
            {isDeleting && (
              <Text as="p">
                People who registered by it keep it. It cannot be deleted while somebody is invited as it.
              </Text>
            )}
          </FormLayout>
        </ActionForm>
      </Modal.Section>
    </Modal>
  );
}
