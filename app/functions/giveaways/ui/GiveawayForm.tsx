import { BlockStack, Button, ButtonGroup, Checkbox, FormLayout, Modal } from "@shopify/polaris";
import { addMonths } from "date-fns";
import { type ComponentType, Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isoDateIn } from "~/platform/dates/instant";
import type { ActionAnswer } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import type { ConfirmModalProps } from "~/ui/ConfirmModal";
import { Dialog } from "~/ui/Dialog";
import { ActionForm } from "~/ui/form/ActionForm";
import { FormConflict, RefusalBanner } from "~/ui/form/ConflictBanner";
import { DayInput } from "~/ui/form/DayInput";
import { NumberInput, TextInput } from "~/ui/form/fields";
import { useForm } from "~/ui/form/form-context";
import { useOpenedBasis } from "~/ui/form/useOpenedBasis";
import { useStoredValue } from "~/ui/form/useStoredValue";
import { useTimeZone } from "~/ui/frame";
import { isAccepted } from "~/ui/OperationId";
import { AS_JSON, postedCall } from "~/ui/useCall";
import { useOwnRefusals } from "~/ui/useDialogCall";
import { useFetcher } from "~/ui/useFetcher";
import { giveawayCall } from "../function";
import * as messages from "../messages";
import type { GiveawayRow } from "./ListParts";

interface GiveawayFormProps {
  /** The giveaway to edit; undefined to add one. */
  giveaway?: GiveawayRow;
  onClose(): void;
  /** Called after a create, change or delete. */
  onChanged(): void;
  /** Opens the history of the edited giveaway. */
  onHistory(giveaway: GiveawayRow): void;
  ConfirmModal: ComponentType<ConfirmModalProps>;
}

/**
 * The dialog of the tab Manage Giveaways, to add or to edit. After a create it resets for the next giveaway. After an update or a
 * deletion it closes.
 */
export default function GiveawayForm({
  giveaway,
  onClose,
  onChanged,
  onHistory,
  ConfirmModal,
}: GiveawayFormProps) {
  const [key] = useState(() => crypto.randomUUID());
  const fetcher = useFetcher<ActionAnswer>({ key });
  useOwnRefusals(key);
  const [round, setRound] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const done = fetcher.state === "idle" && isAccepted(fetcher.data) ? fetcher.data : undefined;
  const settled = useRef<unknown>(null);
  useEffect(() => {
    if (!done || settled.current === done) return;
    settled.current = done;
    onChanged();
    if (giveaway) onClose();
    else setRound((count) => count + 1);
  }, [done, giveaway, onChanged, onClose]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reset form focuses its first field
  useEffect(() => card.current?.querySelector<HTMLInputElement>("input[name=name]")?.focus(), [round]);

  const isBusy = fetcher.state !== "idle";
  const { call, isOutdated, takeLatest } = useOpenedBasis(
    giveaway
      ? giveawayCall("giveaways.change", { id: giveaway.id, version: giveaway.version })
      : giveawayCall("giveaways.create", {}),
  );
  const refusal = isBusy || done ? undefined : fetcher.data;
  const conflict = isOutdated && refusal?.status === 409 ? refusal.notice : undefined;
  const submit = () => card.current?.querySelector("form")?.requestSubmit();
  const applyOnTop = () => {
    flushSync(takeLatest);
    submit();
  };
  return (
    <Dialog
      title={giveaway ? `Edit ${giveaway.name}` : "Add Giveaway"}
      // Escape also reaches a dialog below the one that it closes.
      onClose={() => !isAsking && onClose()}
      primaryAction={{ content: giveaway ? "Update" : "Create", loading: isBusy, onAction: submit }}
      secondaryActions={[{ content: "Cancel", disabled: isBusy, onAction: onClose }]}
      footer={
        giveaway && (
          <ButtonGroup>
            <Button tone="critical" disabled={isBusy} onClick={() => setAsking(true)}>
              Delete
            </Button>
            <Button variant="tertiary" onClick={() => onHistory(giveaway)}>
              History
            </Button>
          </ButtonGroup>
        )
      }
    >
      <Modal.Section>
        <div ref={card}>
          <ActionForm key={round} fetcher={fetcher} action="/giveaways" call={call} isOutdated={isOutdated}>
            <BlockStack gap="400">
              {conflict ? (
                <FormConflict notice={conflict} onApply={applyOnTop} />
              ) : (
                <RefusalBanner answer={refusal} />
              )}
              <Fields giveaway={giveaway} />
            </BlockStack>
          </ActionForm>
        </div>
      </Modal.Section>
      {isAsking && giveaway && (
        <Suspense>
          <ConfirmModal
            title={`Delete ${giveaway.name}?`}
            confirmLabel="Delete"
            destructive
            busy={isBusy}
            onConfirm={() => {
              const call = giveawayCall("giveaways.remove", { id: giveaway.id });
              fetcher.submit(postedCall(call, crypto.randomUUID()), { ...AS_JSON, action: "/giveaways" });
              setAsking(false);
            }}
            onClose={() => setAsking(false)}
          >
            Its registration page stops working{drawsFrom(giveaway.registered)}. You can undo this for a short
            time.
          </ConfirmModal>
        </Suspense>
      )}
    </Dialog>
  );
}

function Fields({ giveaway }: { giveaway?: GiveawayRow }) {
  const timeZone = useTimeZone();
  const [now] = useState(() => new Date());
  return (
    <FormLayout>
      {/* Validated on submit only: an error on blur would move the layout under the click that caused the blur. */}
      <TextInput
        name="name"
        label="Name"
        defaultValue={giveaway?.name}
        maxLength={messages.MAX_NAME_LENGTH}
      />
      <TextInput
        name="description"
        label="Description"
        optional
        defaultValue={giveaway?.description ?? ""}
        maxLength={messages.MAX_DESCRIPTION_LENGTH}
        multiline={2}
        helpText="Shown to visitors on the registration page."
      />
      <FormLayout.Group>
        <OptionalDateField
          name="startDate"
          label="Start Date"
          day={giveaway?.startDate ?? null}
          otherwise={isoDateIn(now, timeZone)}
          problem={messages.START_DATE_NOT_VALID}
        />
        <OptionalDateField
          name="endDate"
          label="End Date"
          day={giveaway?.endDate ?? null}
          otherwise={isoDateIn(addMonths(now, 12), timeZone)}
          problem={messages.END_DATE_NOT_VALID}
        />
      </FormLayout.Group>
      <NumberInput
        name="registrationCount"
        label="Registration Count"
        optional
        defaultValue={giveaway?.registrationCount?.toString()}
        maxLength={9}
        helpText="Maximum number of registrations. Leave blank for no limit. 0 is none, too."
        validate={(text) =>
          /^\d*$/.test(text.trim()) && Number(text) <= messages.MAX_REGISTRATIONS
            ? undefined
            : messages.REGISTRATION_COUNT_NOT_VALID
        }
      />
    </FormLayout>
  );
}

const drawsFrom = (entries: number) =>
  entries > 0 ? `, and you can't draw from its ${pluralize(entries, "entry", "entries")}` : "";

interface TickedDayProps {
  name: string;
  label: string;
  /** YYYY-MM-DD; null while the checkbox is cleared. */
  day: string | null;
  /** The field's initial value. */
  otherwise: string;
  problem: string;
}

/** A date that counts only while its checkbox is checked. */
function OptionalDateField({ name, label, day, otherwise, problem }: TickedDayProps) {
  const stored = useStoredValue(day !== null, (isTicked) => (isTicked ? "on" : "off"));
  const { value: isOn, setValue: setOn } = stored;
  const { busy } = useForm();
  return (
    <BlockStack gap="100">
      <Checkbox
        label={label}
        checked={isOn}
        onChange={(isTicked) => !busy && setOn(isTicked)}
        helpText={stored.change}
      />
      <DayInput
        name={name}
        label={`${label}, MM/DD/YYYY`}
        labelHidden
        defaultDay={day ?? otherwise}
        problem={problem}
        disabled={!isOn}
      />
    </BlockStack>
  );
}
