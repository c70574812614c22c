import { Button } from "@shopify/polaris";
import { RowActions } from "~/ui/list/RowActions";
import { useOperation } from "~/ui/useOperation";
import type { InvitationRow } from "../row";

/** The actions of an invitation's row. */
export function InvitationButtons({ row, onEdit }: { row: InvitationRow; onEdit(): void }) {
  const resend = useOperation();
  const remove = useOperation();
  return (
    <RowActions
      rowName={row.displayName}
      menu={[
        { label: "Edit", accessibilityLabel: `Edit ${row.displayName}`, onAction: onEdit },
        {
          label: "Delete",
          accessibilityLabel: `Delete the invitation of ${row.displayName}`,
          destructive: true,
          disabled: remove.isBusy,
          onAction: () => remove.run({ intent: "delete", id: row.id }),
        },
      ]}
    >
      <Button
        size="slim"
        accessibilityLabel={`Resend Invite to ${row.displayName}`}
        loading={resend.isBusy}
        onClick={() => resend.run({ intent: "resend", id: row.id })}
      >
        Resend Invite
      </Button>
    </RowActions>
  );
}
