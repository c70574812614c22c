import { definePages } from "~/core/function-entry";
import type { viewsCalls } from "./calls.server";

/** The route that every list's menu of saved views posts to. */
export const viewPages = definePages<{ views: typeof viewsCalls }>("signed-in");
