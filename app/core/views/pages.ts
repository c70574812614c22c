import { definePages } from "~/core/function-entry";
import type { viewsContract } from "./contract";

/** The route that every list's menu of saved views posts to. */
export const viewPages = definePages<{ views: typeof viewsContract }>("signed-in");
