import { FormLayout } from "@shopify/polaris";
import { useState } from "react";
import {
  CAPACITY_MOST,
  DRAFT_MEANING,
  EVENT_DESCRIPTION_MOST,
  EVENT_LOCATION_MOST,
  EVENT_NAME_MOST,
} from "~/domain/events/limits";
import { FormDialog } from "~/ui/form/FormDialog";
import { CheckboxInput, NumberInput, TextInput } from "~/ui/form/fields";
import { MomentInput } from "~/ui/form/MomentInput";
import { eventCall } from "../function";
import type { EventRow } from "../list.server";
import {
  CAPACITY_NOT_VALID,
  DATE_FROM_NOT_VALID,
  DATE_TO_NOT_VALID,
  DESCRIPTION_NOT_VALID,
  NAME_NOT_VALID,
  RSVP_NOT_VALID,
} from "../messages";

const needed = (problem: string) => (text: string) => (text.trim() ? undefined : problem);

const capacityProblem = (text: string) => {
  const number = Number(text);
  const isValid = !text.trim() || (/^\d+$/.test(text.trim()) && number >= 1 && number <= CAPACITY_MOST);
  return isValid ? undefined : CAPACITY_NOT_VALID;
};

const copiedName = (name: string): string => `Copy of ${name}`.slice(0, EVENT_NAME_MOST);

interface EventDialogProps {
  event?: EventRow;
  /** Whether a new event with the same details is created. */
  isCopy?: boolean;
  onClose(): void;
}

/** Create Event, also as a copy, or Update Event Details. Render it while it is open. Closing it discards the input. */
export default function EventDialog({ event, isCopy = false, onClose }: EventDialogProps) {
  const [begins, setBegins] = useState<Date | null>(event ? new Date(event.dateFrom) : null);
  const [ends, setEnds] = useState<Date | null>(event ? new Date(event.dateTo) : null);

  const isNew = !event || isCopy;
  const call = !isNew
    ? eventCall("events.change", { id: event.id, version: event.version })
    : eventCall("events.create", {});
  return (
    <FormDialog
      title={isNew ? "Create Event" : "Update Event Details"}
      submitLabel="Submit"
      call={call}
      action="/events"
      refusalWord="Error"
      onClose={onClose}
    >
      <TextInput
        name="name"
        label="Name"
        defaultValue={event && isCopy ? copiedName(event.name) : event?.name}
        maxLength={EVENT_NAME_MOST}
        validate={needed(NAME_NOT_VALID)}
      />
      <TextInput
        name="description"
        label="Description"
        defaultValue={event?.description}
        maxLength={EVENT_DESCRIPTION_MOST}
        multiline={3}
        validate={needed(DESCRIPTION_NOT_VALID)}
      />
      <TextInput
        name="location"
        label="Location"
        optional
        defaultValue={event?.location}
        maxLength={EVENT_LOCATION_MOST}
        helpText="Guests see it in their invitation, on their page, and in their calendar."
      />
      <FormLayout.Group>
        <MomentInput
          name="dateFrom"
          label="Date From"
          defaultAt={event?.dateFrom}
          problem={DATE_FROM_NOT_VALID}
          timeOfDay="9:00:00 AM"
          onMoment={setBegins}
        />
        <MomentInput
          name="dateTo"
          label="Date To"
          defaultAt={event?.dateTo}
          problem={DATE_TO_NOT_VALID}
          timeOfDay="5:00:00 PM"
          wholeDay="end"
          check={(moment) => (begins && moment < begins ? DATE_TO_NOT_VALID : undefined)}
          onMoment={setEnds}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        <NumberInput
          name="capacity"
          label="Capacity"
          optional
          defaultValue={event?.capacity?.toString()}
          maxLength={7}
          helpText="How many may register. When it is full, people can join a waiting list. Leave blank for any number."
          validate={capacityProblem}
        />
        <MomentInput
          name="rsvpBy"
          label="Register by"
          defaultAt={event?.rsvpBy}
          problem={RSVP_NOT_VALID}
          optional
          timeOfDay="11:59:59 PM"
          wholeDay="end"
          helpText="Leave blank for the event's end."
          check={(moment) => (ends && moment > ends ? RSVP_NOT_VALID : undefined)}
        />
      </FormLayout.Group>
      <CheckboxInput
        name="reminds"
        label="Remind guests by email the day before"
        defaultChecked={event?.reminds ?? true}
      />
      <CheckboxInput
        name="active"
        label="Is Published"
        defaultChecked={!isNew && event.active}
        helpText={isNew ? DRAFT_MEANING : undefined}
      />
    </FormDialog>
  );
}
