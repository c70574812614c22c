import type { ImportField, ImportForm } from "~/core/imports/import-form";
import { PERSON_FIELDS, TAGS_FIELD } from "~/domain/customers/imports/person-fields";
import { AUDIENCES, type AudienceId } from "~/domain/invitations/audiences";
import { INVITED_SCREENS, type InvitedAudience } from "~/domain/invitations/screens";

const INVITEE_FIELDS: readonly ImportField[] = [
  ...PERSON_FIELDS.map((field) => ({ ...field, isRequired: true })),
  {
    ...TAGS_FIELD,
    help: "Tags added on acceptance, separated by commas, besides this list's own.",
  },
];

const MTD_FIELD: ImportField = {
  name: "mtd_check_box",
  label: "MTD Users",
  kind: "consent",
  forAll: true,
  synonyms: ["mtd", "mtd user", "mtd check box"],
  help: "Yes or No. Only where the shop's switch “MTD Users” is on.",
  example: "",
};

const USER_TYPE_FIELD: ImportField = {
  name: "user_type",
  label: "User Type",
  kind: "text",
  isRequired: true,
  maxLength: 100,
  synonyms: ["type", "user type id", "user_type_id"],
  help: "The name of a user type, or its id.",
  example: "Distributor",
};

/** Only the address of an event's invitees is required. */
const EVENT_FIELDS: readonly ImportField[] = PERSON_FIELDS.map((field) =>
  field.name === "email"
    ? field
    : {
        ...field,
        help: "Leave blank for the name in an earlier invitation, or of the customer with this address.",
      },
);

/** The field for the event of the invitations, chosen when the import starts. */
export const EVENT_FIELD_NAME = "event_id";

const invitationImport = (
  audience: AudienceId,
  { path, title }: { path: string; title: string },
  fields: readonly ImportField[] = INVITEE_FIELDS,
): ImportForm => ({
  id: `invitations-${audience}`,
  flag: AUDIENCES[audience].flag,
  list: AUDIENCES[audience].list,
  path,
  title,
  noun: AUDIENCES[audience].noun,
  duplicates: { by: "email" },
  fields,
  adds: {
    create: (people) => `invites ${people}`,
    change: (people) => `invites ${people} again`,
    unchanged: "left out: registered, declined, on the waiting list, or invited a moment ago",
    doneWord: "sent",
  },
});

const ofScreen = (audience: InvitedAudience, more: readonly ImportField[] = []) =>
  invitationImport(audience, INVITED_SCREENS[audience], [...INVITEE_FIELDS, ...more]);

/** People to be invited, from a spreadsheet: one kind for each audience. */
export const INVITATION_IMPORTS = {
  partner: ofScreen("partner"),
  retiree: ofScreen("retiree", [MTD_FIELD]),
  invite: ofScreen("invite"),
  toolconnect: ofScreen("toolconnect"),
  usertype: invitationImport("usertype", { path: "/invites", title: "Partners" }, [
    ...INVITEE_FIELDS,
    USER_TYPE_FIELD,
  ]),
  event: {
    ...invitationImport("event", { path: "/events", title: "Events" }, EVENT_FIELDS),
    given: { name: EVENT_FIELD_NAME, label: "Event", pageOf: (id) => `/events/${id}/invites` },
  },
} as const satisfies Record<AudienceId, ImportForm>;

/** By the functions whose pages they have. */
export const importForms = {
  events: INVITATION_IMPORTS.event,
  invites: INVITATION_IMPORTS.usertype,
  inviteusers: INVITATION_IMPORTS.invite,
  partnerusers: INVITATION_IMPORTS.partner,
  retireeusers: INVITATION_IMPORTS.retiree,
  toolconnectinviteusers: INVITATION_IMPORTS.toolconnect,
};
