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
  /**
   * Where its files are from. What people upload can't be read before a task has decoded it. What the app has made itself can be read
   * immediately.
   */
  origin: "people" | "app";
  /** The name of the task that is requested when a file of people has been decoded, or can't be. */
  task?: string;
}

/** Bytes in a megabyte. */
export const MEGABYTE = 1024 * 1024;

/** How much larger than its file the form of an upload may be. */
export const AROUND_UPLOAD_MEGABYTES = 1;

/**
 * The largest body that a public page with an upload receives, whatever its kind takes: most pictures of cameras are smaller, and their
 * form is shown again. Above the kind's size, no byte is kept.
 */
export const RECEIVED_UPLOAD_MEGABYTES = 50;
