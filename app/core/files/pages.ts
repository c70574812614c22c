import { definePages } from "~/core/function-entry";
import type { filesCalls } from "./calls.server";

/** The routes that files are downloaded from. */
export const filePages = definePages<{ files: typeof filesCalls }>("signed-in");
