import type { Grants } from "~/domain/access/grants";

/** Every kind of change that is written down, with what stood before and after it. */
export interface AuditActions {
  "registration.decided": { before: { status: string }; after: DecidedSide };
  "registration.decision undone": { before: { status: string }; after: DecidedSide };
  "registration.question asked": { before: null; after: { question: string } };
  "registration.question withdrawn": { before: { question: string }; after: { "e-mail": string } | null };
  "customer.edited": { before: Record<string, string>; after: Record<string, string> };
  "customer.imported": { before: Record<string, string>; after: Record<string, string> };
  "customer.import undone": { before: Record<string, string>; after: Record<string, string> };
  "import.started": { before: null; after: { file: string; rows: number; sentBy?: string } };
  "import.undo started": { before: null; after: { file: string; rows: number } };
  "customer.synced": { before: null; after: { Agora: string; version: number } };
  "invitation.sent": {
    before: null;
    after: { name: string; email: string; to: string; mails: number };
  };
  "invitation.edited": { before: { name: string }; after: { name: string } };
  "invitation.deleted": { before: { name: string; email: string; to: string }; after: null };
  "invitation.restored": { before: null; after: { name: string; email: string; to: string } };
  "invitation.accepted": { before: { state: string }; after: { state: string; customer: string } };
  "note.added": { before: null; after: { note: string } };
  "note.changed": { before: { note: string }; after: { note: string } };
  "note.deleted": { before: { note: string }; after: null };
  "note.restored": { before: null; after: { note: string } };
  "access.granted": {
    before: Grants;
    after: Grants;
  };
  "reasons.changed": { before: Record<string, string>; after: Record<string, string> };
  "rule.changed": {
    before: Record<string, string | boolean> | null;
    after: Record<string, string | boolean> | null;
  };
  "userType.changed": {
    before: Record<string, string | boolean> | null;
    after: Record<string, string | boolean> | null;
  };
  "setting.changed": { before: { key: string; value: unknown }; after: { key: string; value: unknown } };
  "mirror.rebuild requested": { before: null; after: null };
  "event.created": { before: null; after: EventSide };
  "event.changed": { before: EventSide; after: EventSide };
  "event.deleted": { before: null; after: null };
  "event.restored": { before: null; after: null };
  "event.checked in": { before: null; after: { name: string; event: string } };
  "event.check-in undone": { before: null; after: { name: string; event: string } };
  "credit.issued": { before: null; after: CreditSide };
  "credit.adjusted": { before: null; after: CreditSide };
  "credit.customer added": { before: null; after: CreditSide };
  "credit.approval asked": { before: null; after: CreditSide };
  "credit.approved": { before: null; after: CreditSide };
  "credit.approval declined": { before: null; after: CreditSide };
  "credit.reversed": { before: { transaction: string }; after: { transaction: string; reference: string } };
  "credit.given up": {
    before: { transaction: string };
    after: { amount: string; reference: string };
  };
  "giveaway.created": { before: null; after: Record<string, string> };
  "giveaway.changed": { before: Record<string, string>; after: Record<string, string> };
  "giveaway.deleted": { before: null; after: null };
  "giveaway.restored": { before: null; after: null };
  "giveaway.registered": { before: null; after: { entry: number } };
  "giveaway.tickets changed": {
    before: { entry: number; tickets: number };
    after: { entry: number; tickets: number };
  };
  "giveaway.entrant disqualified": { before: null; after: { entry: number; reason: string } };
  "giveaway.entrant reinstated": { before: null; after: { entry: number; reason: string } };
  "giveaway.drawn": {
    before: null;
    after: { draw: number; entries: number; winners: string; reason: string };
  };
  "giveaway.place declined": { before: PlaceSide; after: PlaceSide };
  "giveaway.place disqualified": { before: PlaceSide; after: PlaceSide };
  "giveaway.place put back": { before: PlaceSide; after: PlaceSide };
  "giveaway.winners told": { before: null; after: { draw: number; mails: number } };
  "privacy.data requested": {
    before: null;
    after: {
      mirrored: boolean;
      decisions: number;
      mails: number;
      notes: number;
      invitations: number;
      postings: number;
      giveaways: number;
    };
  };
  "mail.text changed": { before: Record<string, string>; after: Record<string, string> };
  "mail.sender changed": { before: Record<string, string>; after: Record<string, string> };
  "mail.pace changed": { before: Record<string, string>; after: Record<string, string> };
  "mail.sent again": { before: Record<string, string>; after: Record<string, string> };
  "mail.address allowed": { before: Record<string, string>; after: Record<string, string> };
  "job.cancelled": { before: null; after: null };
  "job.paused": { before: null; after: null };
  "job.resumed": { before: null; after: null };
  "job.retried": { before: null; after: { rows: number } };
  "report.exported": { before: null; after: { report: string; rows: number; which: string } };
  "file.downloaded": { before: null; after: { file: string; bytes: number } };
}

/** The fields of an event by their names in the form; of a change only those that it changed. */
type EventSide = Record<string, string>;

/** What a request about credit asked for, of all its customers together: the ledger tells of each. */
interface CreditSide {
  customers: number;
  /** Of each. */
  amount: string;
  reference: string;
  "runs out"?: string;
  "asked by"?: string;
  reason?: string;
}

/** Where an entrant stands in a draw of a giveaway. */
interface PlaceSide {
  draw: number;
  entry: number;
  state: string;
  reason?: string;
  "moved up"?: number | string;
  "moved down"?: number | string;
}

/** What is written down of a decision beside the status. */
interface DecidedSide {
  status: string;
  reason?: string;
  note?: string;
  "e-mail to the person"?: string;
}

export type AuditAction = keyof AuditActions;

/** How each kind of change reads on a timeline. */
export const AUDIT_LABELS: Record<AuditAction, string> = {
  "registration.decided": "Decided a registration",
  "registration.decision undone": "Took a decision back",
  "registration.question asked": "Asked the person for information",
  "registration.question withdrawn": "Put the person back to Pending",
  "customer.edited": "Edited a person's record",
  "customer.imported": "Imported a person's record",
  "customer.import undone": "Took an imported record back",
  "import.started": "Imported a file",
  "import.undo started": "Took an import back",
  "customer.synced": "Synced a person to Agora",
  "invitation.sent": "Invited a person",
  "invitation.edited": "Changed the names on an invitation",
  "invitation.deleted": "Deleted an invitation",
  "invitation.restored": "Took the deletion of an invitation back",
  "invitation.accepted": "Registered by an invitation",
  "note.added": "Added a note on a person",
  "note.changed": "Changed a note on a person",
  "note.deleted": "Deleted a note on a person",
  "note.restored": "Took the deletion of a note back",
  "access.granted": "Changed access",
  "reasons.changed": "Changed the texts for decisions",
  "rule.changed": "Changed a rule",
  "userType.changed": "Changed a user type",
  "setting.changed": "Changed a setting",
  "mirror.rebuild requested": "Asked for a rebuild of the mirror",
  "event.created": "Created an event",
  "event.changed": "Changed an event",
  "event.deleted": "Deleted an event",
  "event.restored": "Took the deletion of an event back",
  "event.checked in": "Checked somebody in at an event",
  "event.check-in undone": "Took a check-in at an event back",
  "credit.issued": "Issued credit",
  "credit.adjusted": "Adjusted balances",
  "credit.customer added": "Added a customer with credit",
  "credit.approval asked": "Asked for a second person to approve credit",
  "credit.approved": "Approved a request about credit",
  "credit.approval declined": "Declined a request about credit",
  "credit.reversed": "Took a credit transaction back",
  "credit.given up": "Gave a credit transaction up that was not sent",
  "giveaway.created": "Created a giveaway",
  "giveaway.changed": "Changed a giveaway",
  "giveaway.deleted": "Deleted a giveaway",
  "giveaway.restored": "Took the deletion of a giveaway back",
  "giveaway.registered": "Registered for a giveaway",
  "giveaway.tickets changed": "Changed somebody's tickets in a giveaway",
  "giveaway.entrant disqualified": "Disqualified an entrant of a giveaway",
  "giveaway.entrant reinstated": "Let an entrant of a giveaway take part again",
  "giveaway.drawn": "Drew the winners of a giveaway",
  "giveaway.place declined": "Noted that somebody drawn declined",
  "giveaway.place disqualified": "Took somebody drawn out of a giveaway",
  "giveaway.place put back": "Put somebody drawn back in their place",
  "giveaway.winners told": "Mailed the winners of a giveaway",
  "privacy.data requested": "A customer asked for their data",
  "mail.text changed": "Changed the text of a mail",
  "mail.sender changed": "Changed the sender of mails",
  "mail.pace changed": "Changed the pace of mails",
  "mail.sent again": "Sent a mail again",
  "mail.address allowed": "Allowed mail to an address again",
  "job.cancelled": "Cancelled a job",
  "job.paused": "Paused a job",
  "job.resumed": "Resumed a job",
  "job.retried": "Retried the failed rows of a job",
  "report.exported": "Exported a list",
  "file.downloaded": "Downloaded a file",
};
