import { Button } from "@shopify/polaris";
import { RowActions } from "~/ui/list/RowActions";
import { useOperation } from "~/ui/useOperation";
import type { Person } from "./cells";

/** The people whose invitations a form is about, as the action reads them. */
export const listOf = (people: readonly Person[]): string =>
  JSON.stringify(people.map(({ id, email }) => ({ id, email })));

/** The actions of an invited user's row. */
export function PersonButtons({ person, onDelete }: { person: Person; onDelete(): void }) {
  const resend = useOperation();
  return (
    <RowActions
      rowName={person.displayName}
      menu={[
        {
          label: "Delete",
          accessibilityLabel: `Delete the invitation of ${person.displayName}`,
          destructive: true,
          onAction: onDelete,
        },
      ]}
    >
      <Button
        size="slim"
        accessibilityLabel={`Resend the invitation of ${person.displayName}`}
        loading={resend.isBusy}
        onClick={() => resend.run({ intent: "resend", list: listOf([person]) })}
      >
        Resend
      </Button>
    </RowActions>
  );
}
