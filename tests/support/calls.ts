import type { Flag } from "~/platform/auth/permission";
import { DEMO, type TestShop } from "./test-shop.ts";

/** The calls in this process, as one administrator. */
export type Calls = ReturnType<typeof import("~/app.server")["app"]["clientFor"]>;

/** The calls in this process, as an administrator who has signed in through the token exchange. */
export async function signedInCalls(
  testShop: TestShop,
  administratorId = "1",
  shop = DEMO,
  clock = { now: () => new Date() },
): Promise<Calls> {
  const [{ app }, { signedInBy }] = await Promise.all([
    import("~/app.server"),
    import("~/platform/auth/session-token.server"),
  ]);
  const signedIn = await signedInBy(testShop.token(administratorId, shop));
  if (!signedIn) throw new Error("The local store did not sign the administrator in.");
  return app.clientFor({ ...signedIn, clock });
}

/** The calls as an administrator who opened Backroom before, with the access of this moment. By default the account owner's. */
export async function callsOf(administratorId = "1", shop = DEMO): Promise<Calls> {
  const [{ app }, { findSignedIn }] = await Promise.all([
    import("~/app.server"),
    import("~/platform/auth/administrators.server"),
  ]);
  const signedIn = await findSignedIn(shop, administratorId);
  if (!signedIn) throw new Error(`Administrator ${administratorId} of ${shop} never opened Backroom.`);
  return app.clientFor({ ...signedIn, clock: { now: () => new Date() } });
}

/** Sets what an administrator may open, as the account owner does on the Access page. Both opened Backroom before. */
export async function grantAccess(
  id: string,
  flags: readonly Flag[],
  { tabLimits = {}, shop = DEMO }: { tabLimits?: Record<string, string[]>; shop?: string } = {},
): Promise<void> {
  const { access } = await callsOf("1", shop);
  const { rows } = await access.list({});
  const person = rows.find((row) => row.id === id);
  if (!person) throw new Error(`Administrator ${id} of ${shop} never opened Backroom.`);
  await access.grant({ id, version: person.version, flags: [...flags], tabLimits });
}
