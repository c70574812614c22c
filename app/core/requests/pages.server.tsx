import type { ReactElement } from "react";
import type { Upload } from "~/core/attachments/read-upload.server";
import type { Visitor } from "~/core/public-forms/submit-entry.server";
import { MessagePage } from "~/core/public-forms/ui/ConfirmPage";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { storefrontUrl } from "~/platform/personal-link.server";
import { answerRequest, readRequest, runRequestAction, TEXT_FIELD, textOf } from "./answer-request.server";
import type { RequestDefinitions } from "./define-request.server";
import { type OpenedLink, openLink, renewLink } from "./links.server";
import { readMessages } from "./messages.server";
import { RenewPage, RequestPage } from "./ui/RequestPage";

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
