import { Button, ButtonGroup } from "@shopify/polaris";
import { useOperation } from "~/ui/useOperation";
import type { Person } from "./cells";

/** Whose invitations a form is about, as the action reads them. */
export const listOf = (people: readonly Person[]): string =>
  JSON.stringify(people.map(({ id, email }) => ({ id, email })));

/** The buttons of somebody invited; each has the person in its name for those who do not see the row. */
export function PersonButtons({ person }: { person: Person }) {
  const resend = useOperation();
  const remove = useOperation();
  return (
    <ButtonGroup gap="tight" noWrap>
      <Button
        size="slim"
        variant="tertiary"
        accessibilityLabel={`Resend the invitation of ${person.displayName}`}
        loading={resend.isBusy}
        onClick={() => resend.run({ intent: "resend", list: listOf([person]) })}
      >
        Resend
      </Button>
      <Button
        size="slim"
        variant="tertiary"
        tone="critical"
        accessibilityLabel={`Delete the invitation of ${person.displayName}`}
        loading={remove.isBusy}
        onClick={() => remove.run({ intent: "delete", list: listOf([person]) })}
      >
        Delete
      </Button>
    </ButtonGroup>
  );
}
