/** What `GET /api/customer/{id}/block` answers. */
export interface Block {
  registrations: Registration[];
  /** What a rejection can give as its reason. */
  rejectReasons: RejectReason[];
  credit: { balance: string; inProgress: string | null } | null;
  requests: { id: string; title: string; status: string }[];
}

export interface RejectReason {
  code: string;
  label: string;
}

export interface Registration {
  registration: string;
  noun: string;
  status: string;
  statusTag: string;
  moves: { label: string; addTag: string }[];
  mayAsk: boolean;
  question: { text: string; by: string; isAnswered: boolean } | null;
}

/** What a change did, or why it wasn't made. */
export interface Notice {
  tone: "success" | "critical";
  text: string;
  /** Undoes the change. */
  undo?: () => Promise<Notice>;
}

/** Makes a change, shows what it did, and reads the customer again. @returns false when the change was refused */
export type Act = (change: () => Promise<Notice>) => Promise<boolean>;

/** A refusal of the server, with its sentence. */
export class Refused extends Error {}

const NO_ANSWER =
  "Backroom didn't answer. Your change may have been made. Reload this page to see it before you try again.";

const NOT_READ = "Backroom didn't answer. Reload this page to see the customer as they are now.";

/**
 * Makes a call. Shopify sends it to the app's own address, and adds the session token of the person who is signed in.
 * @throws Refused with a sentence for the person
 */
export async function callApi<Answer>(
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!response || !answer) throw new Refused(method === "GET" ? NOT_READ : NO_ANSWER);
  if (!response.ok) throw new Refused(answer.msg);
  return answer;
}
