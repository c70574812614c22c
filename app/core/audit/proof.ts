/** A change of the audit log that was made outside Backroom. */
export interface AuditFault {
  /** The entry's id, or the seal's number. */
  where: string;
  what: string;
}

/** What a proof of the record found. */
export interface AuditProof {
  entries: number;
  erased: number;
  faults: AuditFault[];
}
