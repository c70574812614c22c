import { stableUuid } from "~/platform/stable-uuid.server";

const MAX_NAME_LENGTH = 60;

/** A video of YouTube or Vimeo, which Shopify shows from there. */
export const isExternalVideo = (url: string): boolean =>
  /^https?:\/\/([\w-]+\.)*(youtube\.com|youtu\.be|vimeo\.com)\//i.test(url);

/** The last part of a URL's path, without Shopify's version behind it. The address of an external video has no file name. */
export function fileName(url: string): string {
  if (isExternalVideo(url)) return url;
  const path = url.replace(/[?#].*$/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * The name that a picture from Salsify has in Shopify, without its ending: its own name for search engines, and a part that only this
 * URL has, by which the file is found again.
 */
export function shopifyFileStem(url: string): string {
  const words = fileName(url)
    .replace(ENDING, "")
    .replace(/[^a-z0-9]+/gi, "-")
    .replace(/^-+|-+$/g, "");
  return `${words.slice(0, MAX_NAME_LENGTH) || "image"}-${stableUuid("salsify", url).slice(0, 13)}`;
}

/** The same with its ending, which must be that of the URL. */
export const shopifyFileName = (url: string): string =>
  shopifyFileStem(url) + (ENDING.exec(fileName(url))?.[0] ?? "");

const ENDING = /\.[a-z0-9]{1,5}$/i;

/** Whether two addresses are of one video: Shopify may write the address in another form. */
export const isSameVideo = (one: string, other: string): boolean => videoIn(one) === videoIn(other);

/** The video's id: the parameter `v`, or else the last part of the path. */
function videoIn(address: string): string {
  if (!URL.canParse(address)) return address;
  const { searchParams, pathname } = new URL(address);
  return searchParams.get("v") ?? pathname.slice(pathname.lastIndexOf("/") + 1);
}
