import type { Flag, Permission } from "~/platform/auth/permission";
import { limitedFunctions } from "./access/tab-limits";
import type { FunctionEntry } from "./function-entry";

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
