import { addDays } from "date-fns";
import type { ReactElement } from "react";
import type { Upload } from "~/core/attachments/read-upload.server";
import type { SignedInCustomer, Visitor } from "~/core/public-forms/submit-entry.server";
import { MessagePage } from "~/core/public-forms/ui/ConfirmPage";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { storefrontUrl } from "~/platform/personal-link.server";
import { answerRequest, readRequest, runRequestAction, TEXT_FIELD, textOf } from "./answer-request.server";
import { type RequestDefinitions, requestsOf } from "./define-request.server";
import { LINK_DAYS } from "./limits";
import { type OpenedLink, openLink, renewLink } from "./links.server";
import { readMessages } from "./messages.server";
import { RenewPage, RequestPage } from "./ui/RequestPage";
import { type ListedRequest, RequestsPage } from "./ui/RequestsPage";

/** A public page with its status. */
export interface Answer {
  page: ReactElement;
  status?: number;
}

/** The button that was pressed. Answering has none. */
const ACTION_FIELD = "decision";
const RENEW = "renew";

export const NO_REQUEST: Answer = {
  page: (
    <MessagePage
      title="This link doesn't work"
      text="It is incomplete, or what it was about no longer exists. Open the link of the newest email that you got from us."
    />
  ),
  status: 404,
};

/** The page of a request, by its personal link. Opening it changes nothing, because mail scanners open links, too. */
export async function requestPage(kinds: RequestDefinitions, shop: Shop, token: string): Promise<Answer> {
  const link = await openLink(kinds, shop.domain, token, systemClock.now());
  return link ? showRequest(shop, link) : NO_REQUEST;
}

/** The file that a request's page links to. */
export async function requestDownload(
  kinds: RequestDefinitions,
  shop: Shop,
  token: string,
): Promise<Answer | Response> {
  const link = await openLink(kinds, shop.domain, token, systemClock.now());
  return link ? downloadOf(shop, link) : NO_REQUEST;
}

/** The file of a request that was opened. */
export async function downloadOf(
  shop: Shop,
  { kind: { download }, subjectId, isExpired, isSignedIn }: OpenedLink,
): Promise<Answer | Response> {
  if (isExpired) return { page: <RenewPage />, status: 410 };
  if (!download || (download.isPrivate && !isSignedIn)) return NO_REQUEST;
  const file = await download.read(shop, subjectId, systemClock.now());
  if (!file) return NO_REQUEST;
  return new Response(file.content, {
    headers: {
      "Content-Type": file.contentType,
      "Content-Disposition": `attachment; filename="${file.fileName}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** Handles the forms of the page: an answer, a button, or a new link. */
export async function postedRequestPage(
  kinds: RequestDefinitions,
  shop: Shop,
  visitor: Visitor,
  token: string,
  upload: Upload,
): Promise<Answer> {
  const now = systemClock.now();
  const link = await openLink(kinds, shop.domain, token, now);
  if (!link) return NO_REQUEST;
  if (!link.isExpired) return answerOpened(shop, visitor, link, upload, now);
  if (textOf(upload.form, ACTION_FIELD) !== RENEW)
    return showRequest(shop, link, { text: textOf(upload.form, TEXT_FIELD) });
  await renewLink(shop, link, now);
  return { page: <RenewPage isSent /> };
}

/** Handles an answer or a button. */
export async function answerOpened(
  shop: Shop,
  visitor: Visitor,
  link: OpenedLink,
  upload: Upload,
  now: Date,
): Promise<Answer> {
  const action = textOf(upload.form, ACTION_FIELD);
  try {
    let notice = "Thank you. We got your answer.";
    if (action) notice = await runRequestAction(shop, link, action, now);
    else await answerRequest(shop, link, upload, visitor, now);
    return showRequest(shop, link, { notice });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    const shown = await showRequest(shop, link, {
      problem: error.message,
      text: textOf(upload.form, TEXT_FIELD),
    });
    return { ...shown, status: error.status };
  }
}

interface Shown {
  notice?: string;
  problem?: string;
  /** What was typed, when it wasn't taken. */
  text?: string;
}

/** The page of a request that was opened. */
export async function showRequest(shop: Shop, link: OpenedLink, shown: Shown = {}): Promise<Answer> {
  if (link.isExpired) return { page: <RenewPage text={shown.text} />, status: 410 };
  const now = systemClock.now();
  const request = await readRequest(shop, link, now);
  if (!request) return NO_REQUEST;
  const messages = await withShop(shop.domain, (tx) => readMessages(tx, shop.domain, link));
  return {
    page: (
      <RequestPage
        {...request}
        download={link.kind.download?.isPrivate && !link.isSignedIn ? undefined : request.download}
        {...shown}
        listUrl={link.isSignedIn ? storefrontUrl(shop.domain, "requests") : undefined}
        shopName={shop.name}
        upload={link.kind.upload}
        operationId={crypto.randomUUID()}
        messages={messages.map(({ id, author, text, attachmentId, at }) => ({
          id,
          isCustomer: author === "customer",
          // What a customer wrote can have an address. The link may be someone else's now.
          text: author === "customer" ? null : text,
          hasFile: attachmentId !== null,
          at: formatZonedDateTime(at, shop.timeZone),
        }))}
      />
    ),
  };
}

const SIGNED_OUT: Answer = {
  page: (
    <MessagePage
      title="Your requests"
      text="Sign in to your account in this store to see them, or open the link of the newest email that you got from us."
    />
  ),
  status: 403,
};

/** The requests of the customer who is signed in to the store, of all kinds. */
export async function requestsPage(
  kinds: RequestDefinitions,
  shop: Shop,
  { customer }: Pick<Visitor, "customer">,
): Promise<Answer> {
  if (!customer) return SIGNED_OUT;
  const now = systemClock.now();
  const found = await withShop(shop.domain, (tx) => requestsOf(tx, kinds, shop, customer, now));
  const requests = found.map(({ kind, subjectId, request, status }): ListedRequest => {
    const path = `requests/${encodeURIComponent(kind)}/${encodeURIComponent(subjectId)}`;
    return {
      url: storefrontUrl(shop.domain, path),
      title: request.title,
      status,
      isAsked: request.answer !== undefined,
    };
  });
  return { page: <RequestsPage requests={requests} /> };
}

/** The address of one of their requests. */
interface RequestAddress {
  kind?: string;
  subject?: string;
}

/** The page of one of a signed-in customer's requests. */
export async function ownRequestPage(
  kinds: RequestDefinitions,
  shop: Shop,
  { customer }: Pick<Visitor, "customer">,
  address: RequestAddress,
): Promise<Answer> {
  if (!customer) return SIGNED_OUT;
  const request = await findOwn(kinds, shop, customer, address);
  return request ? showRequest(shop, request) : NO_REQUEST;
}

/** Handles its forms. */
export async function postedOwnRequestPage(
  kinds: RequestDefinitions,
  shop: Shop,
  visitor: Visitor,
  address: RequestAddress,
  upload: Upload,
): Promise<Answer> {
  if (!visitor.customer) return SIGNED_OUT;
  const request = await findOwn(kinds, shop, visitor.customer, address);
  return request ? answerOpened(shop, visitor, request, upload, systemClock.now()) : NO_REQUEST;
}

/** The file of one of a signed-in customer's requests. */
export async function ownRequestDownload(
  kinds: RequestDefinitions,
  shop: Shop,
  { customer }: Pick<Visitor, "customer">,
  address: RequestAddress,
): Promise<Answer | Response> {
  if (!customer) return SIGNED_OUT;
  const request = await findOwn(kinds, shop, customer, address);
  return request ? downloadOf(shop, request) : NO_REQUEST;
}

/** A request of a customer, opened without a link. Undefined for one that isn't theirs. */
async function findOwn(
  kinds: RequestDefinitions,
  shop: Shop,
  customer: SignedInCustomer,
  { kind: name = "", subject: subjectId = "" }: RequestAddress,
): Promise<OpenedLink | undefined> {
  const kind = kinds.get(name);
  const ids = await withShop(shop.domain, async (tx) => kind?.ofCustomer?.(tx, shop, customer));
  if (!kind || !ids?.includes(subjectId)) return undefined;
  const expiresAt = addDays(systemClock.now(), LINK_DAYS);
  return { kind, subjectId, isExpired: false, isSignedIn: true, expiresAt };
}
