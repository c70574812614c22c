import { onSignIn } from "~/platform/auth/shopify.server";
import { createApp } from "./core/app.server";
import { installHooks } from "./core/hook.server";
import { modules } from "./modules.server";

/** The application, made of everything that the modules declare. */
export const app = createApp(modules);

installHooks(app.hooks);
onSignIn(app.handleSignIn);
