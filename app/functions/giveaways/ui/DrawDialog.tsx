import { Banner, Text } from "@shopify/polaris";
import { FormDialog } from "~/ui/form/FormDialog";
import { CheckboxInput, TextInput } from "~/ui/form/fields";
import { formatCount } from "~/ui/numbers";
import type { Giveaway } from "../contract";
import { DRAWN_MOST } from "../limits";
import { ReasonInput } from "./EntrantDialog";

interface DrawDialogProps {
  giveaway: Giveaway;
  next: { number: number; eligible: number };
  onClose(): void;
}

const between = (least: number) => (text: string) => {
  const isNumber = /^\d+$/.test(text.trim());
  return isNumber && Number(text) >= least && Number(text) <= DRAWN_MOST
    ? undefined
    : `Write a whole number from ${least} to ${DRAWN_MOST.toLocaleString("en-US")}.`;
};

/** Asks how many are drawn, and says what a draw ends. Render it while it is open. */
export default function DrawDialog({ giveaway, next, onClose }: DrawDialogProps) {
  const isFirst = next.number === 1;
  const endsRegistrations = giveaway.phase === "open" || giveaway.phase === "scheduled";
  return (
    <FormDialog
      title={isFirst ? `Draw the winners of ${giveaway.name}` : `Draw again from ${giveaway.name}`}
      submitLabel="Draw"
      hidden={{}}
      onClose={onClose}
    >
      {endsRegistrations && (
        <Banner tone="warning">One can still register. The draw ends the registrations for good.</Banner>
      )}
      <Text as="p">
        {formatCount(next.eligible)} {next.eligible === 1 ? "entry takes" : "entries take"} part. A draw
        cannot be changed or taken back.
        {!isFirst && " Who won before, declined or was taken out takes no part in it."}
      </Text>
      <TextInput
        name="winners"
        label="Winners"
        defaultValue="1"
        inputMode="numeric"
        maxLength={4}
        validate={between(1)}
      />
      <TextInput
        name="alternates"
        label="Alternates"
        defaultValue="2"
        inputMode="numeric"
        maxLength={4}
        helpText="They move up, in their order, when a winner declines or is disqualified."
        validate={between(0)}
      />
      <CheckboxInput
        name="repeatWinners"
        label="Winners of other giveaways may win again"
        defaultChecked
        helpText="Without it, whoever stands as a winner of another giveaway takes no part."
      />
      {!isFirst && <ReasonInput label="Why there is a further draw" />}
    </FormDialog>
  );
}
