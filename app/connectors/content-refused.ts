import { Refusal } from "~/platform/errors";

/** Another system refuses what a request contains. It may accept the rest of it without the part that is wrong. */
export class ContentRefused extends Refusal {}

/** Whether an HTTP status is about a request's content: it isn't valid, or too large. */
export const isAboutContent = (status: number): boolean => status === 400 || status === 413;
