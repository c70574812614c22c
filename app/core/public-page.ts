import type { AttachmentDefinition } from "./attachments/attachment-definition";

/**
 * A public page that needs other limits than a personal link whose form has two names: `server/web/public-limits.ts` limits
 * requests and the size of forms.
 */
export interface PublicPage {
  kind: "public page";
  /** The path of its route below `/proxy`, with the names of its parameters: `giveaway/:key`. */
  path: string;
  /** Many people open the same address. */
  isShared?: boolean;
  /** Its form takes a code that could be guessed. The page answers 404 to one that can't be used. */
  takesCodes?: boolean;
  /** The file that its form takes. */
  upload?: Pick<AttachmentDefinition, "maxMegabytes">;
}

/** Declares a public page. Name it under `declares` of its module. */
export const publicPage = (page: Omit<PublicPage, "kind">): PublicPage => ({ kind: "public page", ...page });

/** Set by the server to the visitor's address (an IPv6 network). What a visitor sends under this name is replaced. */
export const VISITOR_HEADER = "x-backroom-visitor";
