import { useFetcher } from "@remix-run/react";
import { FormLayout, Modal } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { EMAIL_NOT_VALID, FIRST_NAME_NOT_VALID, LAST_NAME_NOT_VALID } from "~/domain/invitations/messages";
import { isInvitableAddress } from "~/domain/invitations/person";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { RefusalBanner } from "~/ui/form/RefusalBanner";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";

const needed = (problem: string) => (text: string) => (text.trim() ? undefined : problem);

/** Invite User (section 2.2 of the second specification text). Render it while it is open; Close forgets what was entered. */
export default function InviteUserDialog({ onClose }: { onClose(): void }) {
  const fetcher = useFetcher<ActionAnswer>();
  const form = useRef<HTMLFormElement>(null);
  useHoldRefresh(true);
  const saved = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (saved) onClose();
  }, [saved, onClose]);
  return (
    <Modal
      open
      size="small"
      title="Invite User"
      onClose={onClose}
      primaryAction={{
        content: "Submit",
        loading: fetcher.state !== "idle",
        onAction: () => form.current?.requestSubmit(),
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm ref={form} fetcher={fetcher} hidden={{ intent: "invite" }}>
          <FormLayout>
            <RefusalBanner answer={fetcher.state === "idle" ? fetcher.data : undefined} word="Error:" />
            <TextInput
              name="firstName"
              label="First Name"
              maxLength={255}
              validate={needed(FIRST_NAME_NOT_VALID)}
            />
            <TextInput
              name="lastName"
              label="Last Name"
              maxLength={255}
              validate={needed(LAST_NAME_NOT_VALID)}
            />
            <TextInput
              name="email"
              label="Email"
              type="email"
              maxLength={254}
              validate={(text) => (isInvitableAddress(text.trim()) ? undefined : EMAIL_NOT_VALID)}
            />
          </FormLayout>
        </ActionForm>
      </Modal.Section>
    </Modal>
  );
}
