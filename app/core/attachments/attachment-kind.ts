import type { Permission } from "~/platform/auth/permission";
import type { ContentType } from "./content-type";

/** What may be attached for one purpose. */
export interface AttachmentKind {
  /** `receipt`. */
  name: string;
  types: readonly ContentType[];
  maxMegabytes: number;
  /** The permission that reading it requires. */
  permission: Permission;
}

/** Bytes in a megabyte. */
export const MEGABYTE = 1024 * 1024;

/** How much larger than its file the form of an upload may be. A file that is a little too large is refused at its field. */
export const AROUND_UPLOAD_MEGABYTES = 1;
