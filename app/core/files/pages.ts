import { definePages } from "~/core/function-entry";
import type { filesContract } from "./contract";

/** The routes that files are downloaded from. */
export const filePages = definePages<{ files: typeof filesContract }>("signed-in");
