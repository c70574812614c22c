import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { NO_SUCH_PAGE, requireProxyVisitor } from "~/require-proxy-visitor.server";

/** Addresses of the shop that lead to the app, and that no public page has. */
export const loader = (args: LoaderFunctionArgs) => requireProxyVisitor(args, async () => NO_SUCH_PAGE);
export const action = (args: ActionFunctionArgs) => requireProxyVisitor(args, async () => NO_SUCH_PAGE);
