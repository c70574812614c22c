import { definePages } from "~/core/function-entry";
import { REGISTERED } from "~/domain/customers/kinds";
import type { agoraContract } from "./contract";

/** The route that every list's sync buttons post to. */
export const agoraPages = definePages<{ agora: typeof agoraContract }>(REGISTERED.map(({ flag }) => flag));
