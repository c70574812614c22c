/** A difference that shows that the audit log was changed outside Backroom. */
export interface AuditFault {
  /** The entry's id, or the seal's number. */
  where: string;
  what: string;
}

/** The result of a proof of the audit log. */
export interface AuditProof {
  entries: number;
  erased: number;
  faults: AuditFault[];
}
