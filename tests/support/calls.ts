import { DEMO, type TestShop } from "./test-shop.ts";

/** The calls in this process, as an administrator who has signed in through the token exchange. */
export async function signedInCalls(
  testShop: TestShop,
  administratorId = "1",
  shop = DEMO,
  clock = { now: () => new Date() },
) {
  const [{ app }, { signedInBy }] = await Promise.all([
    import("~/app.server"),
    import("~/platform/auth/session-token.server"),
  ]);
  const signedIn = await signedInBy(testShop.token(administratorId, shop));
  if (!signedIn) throw new Error("The local store did not sign the administrator in.");
  return app.clientFor({ ...signedIn, clock });
}
