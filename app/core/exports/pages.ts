import { definePages } from "~/core/function-entry";

/** The route that every list's Export Excel posts to. The call that it makes checks the list's flag. */
export const exportPages = definePages<{ exports: Record<never, never> }>("signed-in");
