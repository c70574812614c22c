import type { ReactElement } from "react";
import type { AttachmentDefinition } from "~/core/attachments/attachment-definition";
import type { SignedInCustomer } from "~/core/public-forms/submit-entry.server";
import type { Flag } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** What a customer is asked, or waits for: a record of one kind, with a page for the customer. */
export interface RequestDefinition {
  kind: "request";
  /** As it is stored with its links and messages. */
  name: string;
  /** The files that its answers take. Undefined for a kind that takes none. */
  upload?: AttachmentDefinition;
  /** Reads a request. @returns undefined for one that no longer exists, or whose customer was erased */
  open(tx: ShopTransaction, shop: Shop, subjectId: string, now: Date): Promise<OpenRequest | undefined>;
  /**
   * Applies an answer to the record, in the transaction that stores the message. It locks the record.
   * @throws a refusal with a sentence for the customer when the record takes no answer now
   */
  answer?(tx: ShopTransaction, shop: Shop, subjectId: string, answer: RequestAnswer): Promise<AppliedAnswer>;
  /**
   * What else the customer can do, by the name of its button. It opens its own transaction, because it may call other systems.
   * @returns a sentence that says what happened. Undefined where the page's new status says it
   * @throws a refusal with a sentence for the customer
   */
  actions?: Readonly<
    // biome-ignore lint/suspicious/noConfusingVoidType: an action without a sentence returns nothing.
    Record<string, (shop: Shop, subjectId: string, now: Date) => Promise<string | void>>
  >;
  download?: {
    /** It has the customer's address, so only the customer who is signed in gets it: a link can be passed on. */
    isPrivate: boolean;
    /** Reads the file. @returns undefined when there is none now */
    read(shop: Shop, subjectId: string, now: Date): Promise<RequestDownload | undefined>;
  };
  /** The ids of a signed-in customer's requests, newest first, at most `MAX_LISTED`. Undefined for a kind that isn't listed. */
  ofCustomer?(tx: ShopTransaction, shop: Shop, customer: SignedInCustomer): Promise<string[]>;
  /** Runs after a change was committed. */
  publish(shop: Shop, subjectId: string): void | Promise<void>;
  /** Finds a link that an earlier version sent. */
  findEarlierLink?(tx: ShopTransaction, shop: string, linkId: string): Promise<RequestLink | undefined>;
}

export interface RequestDownload {
  fileName: string;
  contentType: string;
  content: string | Uint8Array<ArrayBuffer>;
}

/** The link of a request. */
export interface RequestLink {
  subjectId: string;
  expiresAt: Date;
}

/** What a customer sent. */
export interface RequestAnswer {
  text: string;
  attachmentId: string | null;
  now: Date;
}

/** What an answer did. */
export interface AppliedAnswer {
  /** The record's earlier file, which the answer's file replaced and which is kept for staff. */
  replacedId?: string;
}

/** A request as its customer sees it. It has no address and no document, because a link can be passed on. */
export interface OpenRequest {
  title: string;
  /** The one with the label "Status" is also in the list of a customer's requests. */
  facts: readonly { label: string; value: string; url?: string }[];
  /** What can be answered now. Undefined while nothing is asked. */
  answer?: {
    lead?: string;
    /** The label of the file's field. Undefined when it takes only a text. */
    file?: string;
    /** The label of the text's field. Undefined when it takes only a file. */
    text?: string;
    button: string;
  };
  actions?: readonly RequestAction[];
  /** The text of the link to the file, while there is one. */
  download?: string;
  /** What only this kind shows. */
  more?: ReactElement;
  /** Where its emails go, and who sees them. */
  to: { email: string; name?: string; customerId?: number };
  access: { flag: Flag; tabs?: readonly string[] };
  /** Until when the link of a new email works. */
  linkUntil: Date;
}

/** A button of the page. */
interface RequestAction {
  /** The name in `actions` of the kind. */
  name: string;
  label: string;
  /** What happens, when the customer has to confirm it first. */
  warning?: string;
}

/** All declared kinds by their name. */
export type RequestDefinitions = ReadonlyMap<string, RequestDefinition>;

/** Declares a kind of request. Name it under `declares` of its module. */
export const defineRequest = (kind: Omit<RequestDefinition, "kind">): RequestDefinition => ({
  kind: "request",
  ...kind,
});

interface CustomersRequest {
  kind: string;
  subjectId: string;
  request: OpenRequest;
  /** Of its facts. */
  status: string | undefined;
}

const isAsked = ({ request }: CustomersRequest): boolean => request.answer !== undefined;

/** The requests of a signed-in customer, of all kinds that are listed. Those with a question come first. */
export async function requestsOf(
  tx: ShopTransaction,
  kinds: RequestDefinitions,
  shop: Shop,
  customer: SignedInCustomer,
  now: Date,
): Promise<CustomersRequest[]> {
  const requests: CustomersRequest[] = [];
  for (const kind of kinds.values())
    for (const subjectId of (await kind.ofCustomer?.(tx, shop, customer)) ?? []) {
      const request = await kind.open(tx, shop, subjectId, now);
      if (!request) continue;
      const status = request.facts.find(({ label }) => label === "Status")?.value;
      requests.push({ kind: kind.name, subjectId, request, status });
    }
  // What waits for the customer comes first. Sorting keeps the order otherwise.
  return requests.sort((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
}
