import { type Flag, type Permission, scopesOf } from "~/platform/auth/permission";

/** Every flag that a function or a call asks for, and one that only a later version will know. */
export async function knownFlags(permissions: readonly (Permission | undefined)[]): Promise<Flag[]> {
  const [{ app }, { grantableFlags }] = await Promise.all([
    import("../../support/app.ts"),
    import("~/core/declared-name"),
  ]);
  const requiredFlags = permissions.flatMap((permission) => (permission ? flagsIn(permission) : []));
  return [...new Set<Flag>([...grantableFlags(app.declarations.functions), ...requiredFlags, "showCredits"])];
}

/** The flags of which one is enough. None for calls of every administrator or of the owner. */
export const flagsIn = (permission: Permission): Flag[] =>
  scopesOf(permission).map((scope) => (typeof scope === "string" ? scope : scope.flag));

/** Calls whose input names the kind of customer: the examples name students, so only the Students flag opens them. */
export const ABOUT_STUDENTS: readonly string[] = [
  "customers.decideMany",
  "questions.askMany",
  "agora.syncMany",
  "imports.list",
  "imports.open",
];

/** The flags of which one is enough for a call's example. The examples of reports name the bundle report. */
export function flagsForExample(call: { name: string; permission?: Permission }): Flag[] {
  if (call.name.startsWith("reports.")) return ["showBundleReport"];
  return ABOUT_STUDENTS.includes(call.name) ? ["showStudents"] : flagsIn(call.permission ?? "owner");
}

/** Gives an administrator exactly these flags, as the Access page would. */
export async function setFlags(
  shop: string,
  administratorId: string,
  flags: readonly string[],
): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  const { rowCount } = await database().query(
    "UPDATE administrators SET flags = $3 WHERE shop = $1 AND id = $2",
    [shop, administratorId, flags],
  );
  if (rowCount !== 1) throw new Error(`${shop} has no administrator ${administratorId} who has signed in.`);
}

/** Signs administrators in, so that the shop knows them. */
export async function signIn(tokens: readonly string[]): Promise<void> {
  const [{ signedInBy }] = await Promise.all([
    import("~/platform/auth/session-token.server"),
    import("~/app.server"),
  ]);
  for (const token of tokens) {
    if (!(await signedInBy(token))) throw new Error("The local store did not sign a known administrator in.");
  }
}
