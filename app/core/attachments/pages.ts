import { definePages } from "~/core/function-entry";
import type { attachmentsCalls } from "./calls.server";

/** The route that attachments are loaded from. */
export const attachmentPages = definePages<{ attachments: typeof attachmentsCalls }>("signed-in");
