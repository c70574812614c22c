import { addDays } from "date-fns";
import type { Upload } from "~/core/attachments/read-upload.server";
import type { SignedInCustomer, Visitor } from "~/core/public-forms/submit-entry.server";
import { MessagePage } from "~/core/public-forms/ui/ConfirmPage";
import type { Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { storefrontUrl } from "~/platform/personal-link.server";
import { type RequestDefinitions, requestsOf } from "./define-request.server";
import { LINK_DAYS } from "./limits";
import type { OpenedLink } from "./links.server";
import { type Answer, answerOpened, downloadOf, NO_REQUEST, showRequest } from "./pages.server";
import { type ListedRequest, RequestsPage } from "./ui/RequestsPage";

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
export interface RequestAddress {
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
