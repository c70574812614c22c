import { useFetcher } from "@remix-run/react";
import { Button, ButtonGroup } from "@shopify/polaris";
import { DeleteIcon } from "@shopify/polaris-icons";
import { useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "~/ui/OperationId";
import type { InvitationRow } from "../row";

/** The buttons of somebody invited; each has the person in its name for those who do not see the row. */
export function InvitationButtons({ row, onEdit }: { row: InvitationRow; onEdit(): void }) {
  const resend = useRowAction("resend", row);
  const remove = useRowAction("delete", row);
  return (
    <ButtonGroup gap="tight" noWrap>
      <Button size="slim" variant="tertiary" accessibilityLabel={`Edit ${row.displayName}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="slim"
        accessibilityLabel={`Resend Invite to ${row.displayName}`}
        loading={resend.isBusy}
        onClick={resend.run}
      >
        Resend Invite
      </Button>
      <Button
        size="slim"
        variant="tertiary"
        icon={DeleteIcon}
        accessibilityLabel={`Delete the invitation of ${row.displayName}`}
        loading={remove.isBusy}
        onClick={remove.run}
      />
    </ButtonGroup>
  );
}

/** One thing that is done with a row. A second click after a lost answer is the same operation. */
function useRowAction(intent: "resend" | "delete", { id }: InvitationRow) {
  const fetcher = useFetcher<ActionAnswer>();
  const [operation, setOperation] = useState<{ id: string; before?: ActionAnswer }>();
  return {
    isBusy: fetcher.state !== "idle",
    run(): void {
      const isNew = !operation || (fetcher.data !== operation.before && isAccepted(fetcher.data));
      const next = isNew ? { id: crypto.randomUUID(), before: fetcher.data } : operation;
      setOperation(next);
      fetcher.submit({ intent, id, operationId: next.id }, { method: "post" });
    },
  };
}
