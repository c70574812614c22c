import { z } from "zod";
import type { Flag, Permission } from "~/platform/auth/permission";
import { badRequest } from "~/platform/errors";
import { limitedFunctions } from "./access/tab-limits";
import type { Declarations } from "./context.server";
import type { FunctionEntry } from "./function-entry";

/** What modules declare together and a contract can refer to by name. */
const NAMES = {
  flags: ({ functions }) => grantableFlags(functions),
  limitedFunctions: ({ functions }) => limitedFunctions(functions).map(({ flag }) => flag),
  auditActions: ({ auditActions }) => [...auditActions.keys()],
  auditSubjects: ({ auditSubjects }) => [...auditSubjects.keys()],
  mailTexts: ({ mailTexts }) => [...mailTexts.keys()],
  imports: ({ imports }) => [...imports.keys()],
  switches: ({ switches }) => [...switches.keys()],
} satisfies Record<string, (declarations: Declarations) => string[]>;

type Declared = keyof typeof NAMES;

const references = z.registry<{ to: Declared }>();

/**
 * The input of a call that must be a name which some module declares. A contract can't import the list of modules, so the
 * handler checks the name with `assertDeclared`, and the OpenAPI document gets the names when it is made.
 */
export const declaredName = <Name extends string>(to: Declared) =>
  z.string().register(references, { to }) as unknown as z.ZodType<Name, Name>;

/** The names that the schema of an input allows, if it is a declared name. */
export function namesAllowedBy(schema: z.core.$ZodType, declarations: Declarations): string[] | undefined {
  const reference = references.get(schema as never);
  return reference && NAMES[reference.to](declarations);
}

/** @throws 400 when the value of the field isn't a declared name */
export function assertDeclared(declarations: Declarations, to: Declared, value: string, field: string): void {
  assertOneOf(NAMES[to](declarations), value, field);
}

/** @throws 400 when the value of the field isn't one of these names */
export function assertOneOf(names: readonly string[], value: string, field: string): void {
  if (names.includes(value)) return;
  const problem = `must be one of: ${names.join(", ")}`;
  throw badRequest(`${field}: ${problem}`, { [field]: problem });
}

type Entries = readonly Pick<FunctionEntry, "path" | "menuName" | "permission" | "limitedTabs">[];

const isFlag = (permission: Permission): permission is Flag =>
  typeof permission === "string" && permission.startsWith("show");

/** The flags that an owner can grant, in the order of the menu. */
export const grantableFlags = (functions: Entries): Flag[] =>
  functions.map(({ permission }) => permission).filter(isFlag);

/** The path of the function that a flag opens. @throws for a flag without a function, which is a programming error */
export function pathOfFlag(functions: Entries, flag: Flag): string {
  const entry = functions.find(({ permission }) => permission === flag);
  if (!entry) throw new Error(`No function has the flag ${flag}.`);
  return entry.path;
}

/** The menu name of the function that a flag opens; the flag itself when this version has no such function. */
export const menuNameOf = (functions: Entries, flag: string): string =>
  functions.find(({ permission }) => permission === flag)?.menuName ?? flag;

/** Every permission that has a realtime room. */
export const roomAudiences = (functions: Entries): Permission[] => [
  "signed-in",
  "owner",
  ...grantableFlags(functions),
  ...limitedFunctions(functions).flatMap(({ flag, tabs }) => tabs.map((tab) => ({ flag, tabs: [tab] }))),
];
