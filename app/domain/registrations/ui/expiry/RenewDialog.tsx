import { BlockStack, ChoiceList, Modal } from "@shopify/polaris";
import { useState } from "react";
import { formatUsDate, parseStoredDate } from "~/platform/dates/date-text";
import { Dialog } from "~/ui/Dialog";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { RefusalBanner } from "~/ui/form/RefusalBanner";
import { useDialogForm } from "~/ui/form/useDialogForm";
import { registrationCall } from "../../calls-of-pages";
import { newEndProblem, yearAfter } from "../../expiry/expiry";
import type { RegistrationRow } from "../../registration-row.server";

interface RenewDialogProps {
  row: RegistrationRow;
  /** The shop's calendar day, YYYY-MM-DD. */
  today: string;
  onClose(): void;
}

const OTHER = "other";

/** Gives a registration a new end: a year from today, a year from its end, or another day. Render it while it is open. */
export default function RenewDialog({ row, today, onClose }: RenewDialogProps) {
  const { fetcher, form, isBusy, refusal, submit } = useDialogForm(onClose);
  const choices = endsToChoose(parseStoredDate(row.stp_endDate), today);
  const [choice, setChoice] = useState(choices[0]?.value ?? OTHER);
  return (
    <Dialog
      size="small"
      title={`Renew ${row.displayName}`}
      onClose={onClose}
      primaryAction={{
        content: "Renew",
        loading: isBusy,
        onAction: submit,
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm
          ref={form}
          fetcher={fetcher}
          call={registrationCall(
            "customers.edit",
            { id: row.id, seen: { enddate: row.stp_endDate }, ...(choice !== OTHER && { enddate: choice }) },
            row.displayName,
          )}
        >
          <BlockStack gap="300">
            <RefusalBanner answer={refusal} />
            <ChoiceList
              title="New end date"
              choices={[...choices, { value: OTHER, label: "Another day" }]}
              selected={[choice]}
              onChange={([chosen = OTHER]) => !isBusy && setChoice(chosen)}
            />
            {choice === OTHER && (
              <TextInput
                name="enddate"
                label="End date"
                placeholder="MM/DD/YYYY"
                maxLength={10}
                validate={(text) => newEndProblem(text, today)}
              />
            )}
          </BlockStack>
        </ActionForm>
      </Modal.Section>
    </Dialog>
  );
}

/** A year from today first, then a year from the end if the end is in the future. */
function endsToChoose(end: string | null, today: string): { value: string; label: string }[] {
  const fromToday = yearAfter(today);
  const choices = [{ value: fromToday, label: `One year from today: ${formatUsDate(fromToday)}` }];
  const fromEnd = end && yearAfter(end);
  if (fromEnd && fromEnd > today && fromEnd !== fromToday)
    choices.push({ value: fromEnd, label: `One year from its end: ${formatUsDate(fromEnd)}` });
  return choices;
}
