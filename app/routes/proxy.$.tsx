import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { asVisitor, NO_SUCH_PAGE } from "~/visitor-door.server";

/** Addresses of the shop that lead to the app, and that no public page has. */
export const loader = (args: LoaderFunctionArgs) => asVisitor(args, async () => NO_SUCH_PAGE);
export const action = (args: ActionFunctionArgs) => asVisitor(args, async () => NO_SUCH_PAGE);
