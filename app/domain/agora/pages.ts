import { definePages } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import { REGISTERED } from "~/domain/customers/kinds";
import type { agoraCalls } from "./calls.server";

export type AgoraCalls = { agora: typeof agoraCalls };

/** The route that every list's sync buttons post to. */
export const agoraPages = definePages<AgoraCalls>(REGISTERED.map(({ flag }) => flag));

/** Calls as the buttons post them. */
export const agoraCall = callsOf(agoraPages);
