import { and, eq, gt } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { linkIdOf } from "~/platform/personal-link.server";
import { codeRequests } from "../tables.server";
import { findCodeById } from "./register-operation.server";
import { type RegisteredWithCode, registerWithCode } from "./register-with-code.server";
import type { RegisterTools } from "./run-registration.server";

/** A registration that waits for its confirmation, with the text of its code. */
export type CodeRequest = typeof codeRequests.$inferSelect & { code: string };

/** What the page of a link shows of its request, besides the address. */
type ShownDetails = Record<"firstName" | "lastName" | "kind", string>;

/** The outcome of a confirmation. */
export type ConfirmedRegistration =
  | RegisteredWithCode
  | { is: "invalid link" }
  /** It isn't what the page showed, and nothing was registered. */
  | { is: "changed"; request: CodeRequest };

/** Finds the request of a personal link without changing anything. Undefined for a link that is altered or has expired. */
export async function findRequest(
  { domain }: Shop,
  token: string,
  now: Date,
): Promise<CodeRequest | undefined> {
  const id = linkIdOf(domain, token);
  if (!id) return undefined;
  return withShop(domain, async (tx) => {
    const [request] = await tx
      .select()
      .from(codeRequests)
      .where(and(eq(codeRequests.shop, domain), eq(codeRequests.id, id), gt(codeRequests.expiresAt, now)));
    return request && { ...request, code: (await findCodeById(tx, domain, request.codeId)).code };
  });
}

/**
 * Registers the person of a link. The request is kept until it expires: opening the link again gives the same answer,
 * because an address registers with a code only once.
 * @param shown what the page showed. Strangers can request a registration for any address, so the request may have changed since
 */
export async function confirmRegistration(
  tools: RegisterTools,
  shop: Shop,
  token: string,
  shown: ShownDetails,
): Promise<ConfirmedRegistration> {
  const request = await findRequest(shop, token, tools.clock.now());
  if (!request) return { is: "invalid link" };
  const { code, kind, firstName, lastName, email } = request;
  if (shown.firstName !== firstName || shown.lastName !== lastName || shown.kind !== kind)
    return { is: "changed", request };
  return registerWithCode(tools, shop, { code, kind, firstName, lastName, email });
}
