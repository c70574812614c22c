import { notFound } from "~/platform/errors";

/**
 * The number of the resource whose page in the Shopify admin had the link. Shopify adds its id to the address of an admin link
 * (`extensions/admin-links`).
 * @throws 404 for an address without it
 */
export function linkedNumber(request: Request): string {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  const number = /^(?:gid:\/\/shopify\/\w+\/)?(\d{1,18})$/.exec(id)?.[1];
  if (!number) throw notFound("This address has no id. Open it from a page of the Shopify admin.");
  return number;
}
