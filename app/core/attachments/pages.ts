import { definePages } from "~/core/function-entry";
import type { attachmentsContract } from "./contract";

/** The route that attachments are loaded from. */
export const attachmentPages = definePages<{ attachments: typeof attachmentsContract }>("signed-in");
