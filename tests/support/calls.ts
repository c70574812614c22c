import { createRouterClient } from "@orpc/server";
import { DEMO, type TestShop } from "./test-shop.ts";

/** The calls in this process, as an administrator who has signed in through the token exchange. */
export async function callsOf(
  testShop: TestShop,
  administratorId = "1",
  shop = DEMO,
  clock = { now: () => new Date() },
) {
  const [{ router }, { signedInBy }] = await Promise.all([
    import("~/backend.server"),
    import("~/platform/auth/session-token.server"),
    import("~/sign-in.server"),
  ]);
  const signedIn = await signedInBy(testShop.token(administratorId, shop));
  if (!signedIn) throw new Error("The local store did not sign the administrator in.");
  return createRouterClient(router, { context: { ...signedIn, clock } });
}
