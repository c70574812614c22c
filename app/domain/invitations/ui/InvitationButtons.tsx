import { Button, ButtonGroup } from "@shopify/polaris";
import { DeleteIcon } from "@shopify/polaris-icons";
import { useOperation } from "~/ui/useOperation";
import type { InvitationRow } from "../row";

/** The buttons of somebody invited; each has the person in its name for those who do not see the row. */
export function InvitationButtons({ row, onEdit }: { row: InvitationRow; onEdit(): void }) {
  const resend = useOperation();
  const remove = useOperation();
  return (
    <ButtonGroup gap="tight" noWrap>
      <Button size="slim" variant="tertiary" accessibilityLabel={`Edit ${row.displayName}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="slim"
        accessibilityLabel={`Resend Invite to ${row.displayName}`}
        loading={resend.isBusy}
        onClick={() => resend.run({ intent: "resend", id: row.id })}
      >
        Resend Invite
      </Button>
      <Button
        size="slim"
        variant="tertiary"
        icon={DeleteIcon}
        accessibilityLabel={`Delete the invitation of ${row.displayName}`}
        loading={remove.isBusy}
        onClick={() => remove.run({ intent: "delete", id: row.id })}
      />
    </ButtonGroup>
  );
}
