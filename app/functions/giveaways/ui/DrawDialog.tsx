import { Banner, Text } from "@shopify/polaris";
import { useState } from "react";
import { pluralize } from "~/platform/text/pluralize";
import { FormDialog } from "~/ui/form/FormDialog";
import { CheckboxInput, NumberInput } from "~/ui/form/fields";
import { giveawayCall } from "../function";
import type { Giveaway } from "../list.server";
import { MAX_DRAWN } from "../messages";
import { ReasonInput } from "./EntrantDialog";

interface DrawDialogProps {
  giveaway: Giveaway;
  next: { number: number; eligible: number; eligibleWithoutRepeats: number };
  onClose(): void;
}

const between = (least: number) => (text: string) => {
  const isNumber = /^\d+$/.test(text.trim());
  return isNumber && Number(text) >= least && Number(text) <= MAX_DRAWN
    ? undefined
    : `Enter a whole number from ${least} to ${MAX_DRAWN.toLocaleString("en-US")}.`;
};

/** Asks for the number of winners and alternates. Render it while it is open. */
export default function DrawDialog({ giveaway, next, onClose }: DrawDialogProps) {
  const [repeatWinners, setRepeatWinners] = useState(true);
  const eligible = repeatWinners ? next.eligible : next.eligibleWithoutRepeats;
  const isFirst = next.number === 1;
  return (
    <FormDialog
      title={isFirst ? `Draw the winners of ${giveaway.name}` : `Draw again from ${giveaway.name}`}
      submitLabel="Draw"
      call={giveawayCall("giveaways.draw", { id: giveaway.id })}
      onClose={onClose}
    >
      {giveaway.phase === "open" && (
        <Banner tone="warning">Registration is still open. The draw closes it permanently.</Banner>
      )}
      {giveaway.phase === "scheduled" && (
        <Banner tone="warning">Registration isn't open yet. After the draw, it can't be opened.</Banner>
      )}
      <Text as="p">
        {pluralize(eligible, "entry takes", "entries take")} part. A draw can't be changed or undone.
        {!isFirst && " Entrants who won before, declined or were removed don't take part."}
      </Text>
      <NumberInput name="winners" label="Winners" defaultValue="1" maxLength={4} validate={between(1)} />
      <NumberInput
        name="alternates"
        label="Alternates"
        defaultValue="2"
        maxLength={4}
        helpText="They move up in order when a winner declines or is disqualified."
        validate={between(0)}
      />
      <CheckboxInput
        name="repeatWinners"
        label="Winners of other giveaways can win again"
        defaultChecked
        onValue={setRepeatWinners}
        helpText="If not selected, current winners of other giveaways don't take part."
      />
      {!isFirst && <ReasonInput label="Reason for another draw" />}
    </FormDialog>
  );
}
