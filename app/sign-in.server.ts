import { welcome } from "~/domain/customers/set-up.server";
import { onSignIn } from "~/platform/auth/shopify.server";

onSignIn(welcome);
