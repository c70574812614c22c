/** The records that the example requests are about. */
export interface Subject {
  customerId: number;
  decisionId: string;
  jobId: string;
  viewId: string;
  importId: string;
  ruleId: string;
  administratorId: string;
  fileId: string;
  mailId: string;
  userTypeId: number;
  invitationId: string;
  eventId: number;
  giveawayId: number;
}

/** A request as it goes over the wire. */
export interface ExampleRequest {
  path: string;
  body?: unknown;
}

/** Example requests by the name of the call: in `tests/integration/<area>/examples.ts`. */
export type ExampleRequests = Record<string, (subject: Subject) => ExampleRequest>;

export const customerGid = (id: number) => `gid://shopify/Customer/${id}`;

/** Records that do not exist, for requests that must be refused before anything is looked up. */
export const UNKNOWN_RECORDS: Subject = {
  customerId: 999_999_999,
  decisionId: "00000000-0000-4000-8000-000000000001",
  jobId: "00000000-0000-4000-8000-000000000002",
  viewId: "00000000-0000-4000-8000-000000000003",
  importId: "00000000-0000-4000-8000-000000000006",
  ruleId: "00000000-0000-4000-8000-000000000007",
  administratorId: "99",
  fileId: "00000000-0000-4000-8000-000000000004",
  mailId: "00000000-0000-4000-8000-000000000005",
  userTypeId: 999_999,
  invitationId: "00000000-0000-4000-8000-000000000008",
  eventId: 999_999,
  giveawayId: 999_999,
};
