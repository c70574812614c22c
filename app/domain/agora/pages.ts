import { definePages } from "~/core/function-entry";
import { REGISTERED } from "~/domain/customers/kinds";
import type { agoraCalls } from "./calls.server";

/** The route that every list's sync buttons post to. */
export const agoraPages = definePages<{ agora: typeof agoraCalls }>(REGISTERED.map(({ flag }) => flag));
