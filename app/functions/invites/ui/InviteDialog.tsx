import { useFetcher } from "@remix-run/react";
import { FormLayout, Modal } from "@shopify/polaris";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  EMAIL_NOT_VALID,
  FIRST_NAME_NOT_VALID,
  LAST_NAME_NOT_VALID,
  TAGS_NOT_VALID,
  USER_TYPE_NOT_VALID,
} from "~/domain/invitations/messages";
import { additionalTags, isInvitableAddress } from "~/domain/invitations/person";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { SelectInput, TextInput } from "~/ui/form/fields";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import type { UserTypeChoice } from "./InvitedUsers";

interface InviteDialogProps {
  userTypes: readonly UserTypeChoice[];
  onClose(): void;
}

const REQUIRED = ["userType", "firstName", "lastName", "email"] as const;
type Required = (typeof REQUIRED)[number];

/** The Invite modal (sections 2 and 5 of the third specification text): Submit waits until all that is needed is there. */
export default function InviteDialog({ userTypes, onClose }: InviteDialogProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const { isComplete, noteValue } = useCompleteness();
  useHoldRefresh(true);
  const sent = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (sent) onClose();
  }, [sent, onClose]);

  return (
    <Modal
      open
      title="Invite"
      onClose={onClose}
      primaryAction={{
        content: "Submit",
        disabled: !isComplete,
        loading: fetcher.state !== "idle",
        onAction: () => form.current?.requestSubmit(),
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm ref={form} fetcher={fetcher} hidden={{ intent: "invite" }}>
          <FormLayout>
            <SelectInput
              name="userType"
              label="User Type"
              options={[
                { value: "", label: "Select User Type" },
                ...userTypes.map(({ userTypeId, name }) => ({ value: String(userTypeId), label: name })),
              ]}
              validate={(value) => (value ? undefined : USER_TYPE_NOT_VALID)}
              onValue={noteValue.userType}
            />
            <FormLayout.Group>
              <TextInput
                name="firstName"
                label="First Name"
                maxLength={255}
                requiredIndicator
                validate={(value) => (value.trim() ? undefined : FIRST_NAME_NOT_VALID)}
                onValue={noteValue.firstName}
              />
              <TextInput
                name="lastName"
                label="Last Name"
                maxLength={255}
                requiredIndicator
                validate={(value) => (value.trim() ? undefined : LAST_NAME_NOT_VALID)}
                onValue={noteValue.lastName}
              />
            </FormLayout.Group>
            <TextInput
              name="email"
              label="Email"
              type="email"
              maxLength={254}
              requiredIndicator
              validate={(value) => (isInvitableAddress(value.trim()) ? undefined : EMAIL_NOT_VALID)}
              onValue={noteValue.email}
            />
            <TextInput
              name="tags"
              label="Tags"
              maxLength={500}
              helpText="Added to those of the user type, separated by commas."
              validate={(value) => (additionalTags.safeParse(value).success ? undefined : TAGS_NOT_VALID)}
            />
          </FormLayout>
        </ActionForm>
      </Modal.Section>
    </Modal>
  );
}

/** Whether every field that is needed holds something; what it must hold is said at the field. */
function useCompleteness() {
  const [filled, setFilled] = useState<ReadonlySet<Required>>(new Set());
  const note = useCallback((name: Required, value: string) => {
    setFilled((before) => {
      const isFilled = value.trim() !== "";
      if (before.has(name) === isFilled) return before;
      const after = new Set(before);
      if (isFilled) after.add(name);
      else after.delete(name);
      return after;
    });
  }, []);
  const [noteValue] = useState(() => ({
    userType: (value: string) => note("userType", value),
    firstName: (value: string) => note("firstName", value),
    lastName: (value: string) => note("lastName", value),
    email: (value: string) => note("email", value),
  }));
  return { isComplete: filled.size === REQUIRED.length, noteValue };
}
