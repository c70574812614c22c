/** Specified texts. Don't change them. */
export const NAME_NOT_VALID = "Event Name not valid.";

export const LOCATION_NOT_VALID = "Event Location not valid. Enter at most 255 characters in one line.";
export const DESCRIPTION_NOT_VALID = "Event Description not valid.";

export const DATE_FROM_NOT_VALID = "Event Date From not valid.";

export const DATE_TO_NOT_VALID = "Event Date To not valid.";

/** Of fields that the specification does not have. */
export const CAPACITY_NOT_VALID =
  "Write how many may register as a whole number from 1. Leave blank for no limit.";

export const RSVP_NOT_VALID =
  "The last moment to register must be a date, and not after the event's end. Leave blank for the event's end.";

/** The specified questions. */
export const DELETE_QUESTION = "Are you sure you want delete this event?";

export const REMOVE_USERS_QUESTION = "Are you sure you want delete Users for this event?";

/** What deleting an event with invitees means. */
export function deleteMeaning(invited: number): string {
  const restore = "The event can be restored from the deleted events.";
  if (invited === 0) return `It has no invitees. ${restore}`;
  if (invited === 1) return `The personal link of its invitee stops working. ${restore}`;
  return `The personal links of its ${invited.toLocaleString("en-US")} invitees stop working. ${restore}`;
}

/** What happens when the users of an event are removed. @param registered how many of the invitees have registered */
export function removeUsersMeaning(invited: number, registered: number): string {
  if (invited === 0) return "It has no invitees.";
  const leave = invited === 1 ? "1 invitee leaves" : `${invited.toLocaleString("en-US")} invitees leave`;
  return `${leave} its list (registered: ${registered.toLocaleString("en-US")}). Their personal links stop working. They can be invited again.`;
}

export const PUBLISHED = "Published";

export const DRAFT = "Draft";

/** The creator of an event. The id 0 is shown as Admin. */
export const creatorText = ({ createdBy, createdByName }: { createdBy: number; createdByName: string }) =>
  createdBy === 0 ? "Admin" : createdByName || `Administrator ${createdBy}`;

/** How many have registered, of how many who may, and how many wait. */
/** How many guests' registrations Shopify refused. */
export const refusedText = (refused: number): string =>
  `${refused.toLocaleString("en-US")} refused by Shopify`;

export const registeredText = ({
  registered,
  capacity,
  waiting,
}: {
  registered: number;
  capacity: number | null;
  waiting: number;
}) => {
  const places = capacity === null ? registered.toLocaleString("en-US") : placesText(registered, capacity);
  return waiting === 0 ? places : `${places}, ${waiting.toLocaleString("en-US")} waiting`;
};

const placesText = (registered: number, capacity: number) =>
  `${registered.toLocaleString("en-US")} of ${capacity.toLocaleString("en-US")}`;

/** What the list says under "No Records Found". */
export function emptyHint(part: string, searched: boolean): string {
  if (searched) return "No event matches. Clear the search and the filters to see them all.";
  if (part === "deleted") return "No event has been deleted.";
  if (part === "published") return "No event is published. Edit one and tick Is Published.";
  return "Create the first event, then invite people to it.";
}

/** The specified text about the report's recipient. */
export const reportText = (email: string): string =>
  `An email with the report will be sent to your email address, ${email}.`;

/** The tabs of the Events page. */
export const EVENT_TABS = ["events", "published"] as const;

type EventTab = (typeof EVENT_TABS)[number];

export const EVENT_TAB_LABELS: Record<EventTab, string> = { events: "Events", published: "Published" };

/** The parts of the list of events: a tab's events, or the deleted ones. */
export const EVENT_PARTS = [...EVENT_TABS, "deleted"] as const;

export type EventPart = (typeof EVENT_PARTS)[number];
